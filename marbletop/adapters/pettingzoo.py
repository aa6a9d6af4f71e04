"""Every game as an environment of PettingZoo (AEC), on one compiled lane.

    from marbletop.adapters import pettingzoo
    env = pettingzoo.env("marbles_and_jokers", seats=4, render_mode="ansi")

Agents are called seat_0, seat_1, ... An observation is a dict of `observation` (see docs/observations.md) and `action_mask`;
the mask is in the info, too. Rewards are those of the engine: between -1 and 1, at the end. Players decide one after the other,
so there is no parallel environment.
"""

from typing import Any

import numpy as np

from ..core.batch import Batch
from ..core.components import Components
from ..core.errors import IllegalAction, MarbletopError
from ..core.game import Game
from ..core.lanes import DISABLED
from .extras import how_to_install
from .rendering import RENDER_MODES, check_render_mode, render_lane
from .spaces import action_space, masked_space

try:
    from gymnasium import logger
    from pettingzoo import AECEnv
except ImportError:
    raise ImportError(how_to_install("PettingZoo", "pettingzoo")) from None

ILLEGAL_REWARD = -1.0


def env(game: Game | str, seats: int | None = None, **settings: Any) -> "Environment":
    """The environment of a game. As PettingZoo's own do, it ends the game if an action is illegal: the agent gets -1."""
    return Environment(game, seats, ends_if_illegal=True, **settings)


def raw_env(game: Game | str, seats: int | None = None, **settings: Any) -> "Environment":
    """The same, but an illegal action raises IllegalAction, names the rule, and changes nothing."""
    return Environment(game, seats, ends_if_illegal=False, **settings)


class Environment(AECEnv[str, dict[str, np.ndarray], int]):
    """One game. `observation` and `most_steps` are those of Batch, all other settings are options of the game."""

    def __init__(self, game: Game | str, seats: int | None = None, *, render_mode: str | None = None,
                 observation: str = "uint8", most_steps: int | None = None, components: Components | None = None,
                 ends_if_illegal: bool = True, **options: Any):
        super().__init__()
        check_render_mode(render_mode)
        self.batch = Batch(game, 1, seats, 0, DISABLED, components, observation=observation, most_steps=most_steps, **options)
        self.game, self.seats, self.ends_if_illegal = self.batch.game, self.batch.seats, ends_if_illegal
        self.metadata = {"name": f"{self.game.name}_v{self.game.version}", "render_modes": list(RENDER_MODES),
                         "is_parallelizable": False, "render_fps": 1}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self._space = {agent: masked_space(self.game, observation) for agent in self.possible_agents}
        self._actions = {agent: action_space(self.game) for agent in self.possible_agents}
        self._chosen = np.zeros(1, np.int64)
        self._none_legal = np.zeros(self.game.actions, np.int8)
        self._seeds = np.random.default_rng()
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self._space[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: that of the seed, or one more."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.batch.reset([int(self._seeds.integers(1 << 63))])
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, np.ndarray]] = {agent: {} for agent in self.agents}
        self._turn_to_player()

    def _turn_to_player(self) -> None:
        """Select whoever decides, and put the mask into their info."""
        self.agent_selection = agent = self.possible_agents[self.batch.players[0]]
        self._mask = self.batch.masks[0].view(np.int8).copy()
        self.infos[agent] = {"action_mask": self._mask}

    def step(self, action: int | None) -> None:
        """Play an action for the agent that is selected; None for one whose game has ended."""
        if not self.agents:
            raise MarbletopError("There is no game to step: call reset() first.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._play(agent, action)

    def _play(self, agent: str, action: int | None) -> None:
        """Play an action, or end the game if it is illegal."""
        self.infos[agent] = {}
        try:
            self._chosen[0] = self._whole(action)
            self.batch.step(self._chosen)
        except IllegalAction as error:
            self._turn_to_player()
            if not self.ends_if_illegal:
                raise
            logger.warn(f"{agent} has lost by an illegal action. {error}")
            self.terminations = dict.fromkeys(self.agents, True)
            self._reward({each: ILLEGAL_REWARD if each == agent else 0.0 for each in self.agents})
            return
        if self.batch.terminated[0] or self.batch.truncated[0]:
            self._reward(dict(zip(self.agents, self.batch.rewards[0].tolist())))
            self.terminations = dict.fromkeys(self.agents, bool(self.batch.terminated[0]))
            self.truncations = dict.fromkeys(self.agents, bool(self.batch.truncated[0]))
        self._turn_to_player()

    def _reward(self, rewards: dict[str, float]) -> None:
        """Give everybody the reward of the end: before it there is none, and nothing to add up."""
        self.rewards = rewards
        for agent, reward in rewards.items():
            self._cumulative_rewards[agent] += reward

    def _whole(self, action: Any) -> int:
        if isinstance(action, bool | np.bool_) or not isinstance(action, int | np.integer):
            raise IllegalAction(f"An action is a whole number from 0 to {self.game.actions - 1}, not {action!r}.")
        return int(action)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent may know, and what it may do: nothing, if another one decides."""
        seat = self.possible_agents.index(agent)
        if seat == self.batch.players[0]:
            return {"observation": self.batch.observations[0].copy(), "action_mask": self._mask}
        return {"observation": self.batch.observe(seat=seat)[0], "action_mask": self._none_legal}

    def render(self) -> Any:
        """The position as the agent that is selected sees it, by `render_mode`."""
        return render_lane(self.batch, self.render_mode, "pettingzoo")

    def close(self) -> None:
        """Nothing is open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])
