"""Every game as an environment of Gymnasium: one seat against bots, alone or in many lanes at once.

    import gymnasium
    import marbletop.adapters.gymnasium                  # registers the games

    env = gymnasium.make("marbletop/Marbleous-v1", seats=2, opponents="casual")
    envs = gymnasium.make_vec("marbletop/Marbleous-v1", num_envs=4096, seats=2, opponents="greedy")

Programs that only take an id name this module in it: gymnasium.make("marbletop.adapters.gymnasium:marbletop/Marbleous-v1").

Observations are those of docs/observations.md. The mask of legal actions is in the info (`action_mask`); `action_masks()` gives
it to learners that ask. The reward is that of the own seat: between -1 and 1, at the end.
"""

from typing import Any

import numpy as np

from ..bots.bot import USUAL_LIMIT, MatchSetup, never
from ..bots.policies import POLICIES
from ..bots.registry import BotLike, bot_kind
from ..core.batch import Batch
from ..core.components import Components
from ..core.errors import IllegalAction, MarbletopError
from ..core.game import Game
from ..core.lanes import DISABLED, NEXT_STEP, SAME_STEP
from ..core.options import changed_options
from ..games import GAMES
from .extras import how_to_install
from .rendering import RENDER_MODES, check_render_mode, render_lane
from .spaces import action_space, observation_box

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise ImportError(how_to_install("Gymnasium", "gymnasium")) from None

ILLEGAL_REWARD = -1.0
MODES = {AutoresetMode.NEXT_STEP: NEXT_STEP, AutoresetMode.SAME_STEP: SAME_STEP, AutoresetMode.DISABLED: DISABLED}


class SeatEnvironment(gymnasium.Env[np.ndarray, int]):
    """One seat of one game; bots play the others. `opponents` is anything that names or makes a bot; "uniform" and "greedy"
    play in compiled code. With `seat=None` every game is played from a random seat.

    An illegal action ends the game with a reward of -1, and the info says why.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(self, game: Game | str, seats: int | None = None, seat: int | None = 0, opponents: BotLike = "casual", *,
                 render_mode: str | None = None, observation: str = "uint8", most_steps: int | None = None,
                 components: Components | None = None, **options: Any):
        check_render_mode(render_mode)
        compiled = opponents if isinstance(opponents, str) and opponents in POLICIES else None
        self.batch = Batch(game, 1, seats, 0, DISABLED, components, observation=observation, most_steps=most_steps,
                           opponents=compiled, own_seats=seat or 0, **options)
        self.game, self.render_mode, self._wanted_seat, self.seat = self.batch.game, render_mode, seat, seat or 0
        self.observation_space = observation_box(self.game, observation)
        self.action_space = action_space(self.game)
        self.opponents = None if compiled else Opponents(self.batch, opponents)
        self._lost_by_illegal_action = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        if self._wanted_seat is None:
            self.seat = int(self.np_random.integers(self.batch.seats))
        number = int(self.np_random.integers(1 << 62))
        self.batch.reset([number], own_seats=self.seat)
        self._lost_by_illegal_action = False
        if self.opponents:
            self.opponents.bot.reseed(number)
            self.opponents.play_until(self.seat)
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        if self.batch.over[0] or self._lost_by_illegal_action:
            raise MarbletopError("The game has ended: call reset() before the next step.")
        try:
            self.batch.step(np.array([action]))
        except MarbletopError as error:
            self._lost_by_illegal_action = True
            return self._observation(), ILLEGAL_REWARD, True, False, {**self._info(), "illegal_action": str(error)}
        if self.opponents:
            self.opponents.play_until(self.seat)
        return (self._observation(), float(self.batch.rewards[0, self.seat]), bool(self.batch.terminated[0]),
                bool(self.batch.truncated[0]), self._info())

    def _observation(self) -> np.ndarray:
        if self.batch.players[0] == self.seat:
            seen: np.ndarray = self.batch.observations[0].copy()
            return seen
        return np.asarray(self.batch.observe(seat=self.seat)[0])

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks[0].view(np.int8).copy(), "seat": self.seat}

    def action_masks(self) -> np.ndarray:
        """The legal actions, by the name that learners with masks look for."""
        return np.asarray(self.batch.masks[0].copy())

    def render(self) -> Any:
        return render_lane(self.batch, self.render_mode, "gymnasium")

    def close(self) -> None:
        if self.opponents:
            self.opponents.bot.close()


class Opponents:
    """Bots that are given views, for the seats that are not the learner's."""

    def __init__(self, batch: Batch, which: BotLike):
        kind, self.batch, self.game = bot_kind(which), batch, batch.game
        self.box = self.game.box.from_record(batch.setting.box[0])
        self.bot, self.limit = kind.make(self.game, 0), kind.limit_in(self.game) or USUAL_LIMIT
        setting = batch.setting
        self.bot.begin(MatchSetup(batch.seats, changed_options(setting.options), setting.components or self.game.components()))

    def play_until(self, seat: int) -> None:
        """Play until this seat decides, or the game has ended."""
        batch = self.batch
        while not batch.over[0] and batch.players[0] != seat:
            view = self.game.view(self.game.state.from_record(batch.states[0]), self.box, int(batch.players[0]))
            action = int(self.bot.choose(view, self.box, self.limit, never))
            try:
                batch.step(np.array([action]))
            except IllegalAction as error:
                raise IllegalAction(f"The bot {self.bot.name} chose what is not possible. {error}") from None


class LaneEnvironments(VectorEnv[np.ndarray, np.ndarray, Any]):
    """Many games at once, one seat of each, without Python per game; "uniform" or "greedy" play the other seats.

    An illegal action raises IllegalAction, names lane and rule, and no lane has moved: take the masks of the info. With
    AutoresetMode.DISABLED, `reset(options={"reset_mask": ...})` deals again in some lanes; those that have ended must be dealt
    before the next step. `max_episode_steps` counts the actions of all seats.
    """

    def __init__(self, game: Game | str, num_envs: int = 1, seats: int | None = None, seat: int = 0,
                 opponents: str = "uniform", *, autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
                 render_mode: str | None = None, observation: str = "uint8", max_episode_steps: int | None = None,
                 threads: int = 1, copy: bool = True, components: Components | None = None, **options: Any):
        check_render_mode(render_mode)
        mode = AutoresetMode(autoreset_mode)
        settings = {"observation": observation, "most_steps": max_episode_steps, "threads": threads, "opponents": opponents,
                    "own_seats": seat, **options}
        self.batch = Batch(game, num_envs, seats, 0, MODES[mode], components, **settings)
        self.game, self.num_envs, self.seat, self.copy, self.render_mode = self.batch.game, num_envs, seat, copy, render_mode
        self.metadata = {"autoreset_mode": mode, "render_modes": list(RENDER_MODES), "render_fps": 1}
        self.single_observation_space = observation_box(self.game, observation)
        self.single_action_space = action_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal games: those of a seed, or of one for each lane; without a seed, other games."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        seeds = int(self.np_random.integers(1 << 62)) if seed is None else seed
        if options and "reset_mask" in options:
            self._deal_some(self._lanes_in(options["reset_mask"]), seeds)
        else:
            self.batch.reset(seeds)
        return self._given(self.batch.observations), self._info()

    def _lanes_in(self, mask: Any) -> np.ndarray:
        if (which := np.asarray(mask)).dtype != np.bool_ or which.shape != (self.num_envs,):
            raise MarbletopError(f"reset_mask is an array of {self.num_envs} bools, one for each lane, not {which.dtype} of "
                                 f"shape {which.shape}.")
        return which

    def _deal_some(self, which: np.ndarray, seeds: Any) -> None:
        before = self.batch.save()
        self.batch.reset(seeds)
        fresh = self.batch.save()
        fresh[~which] = before[~which]
        self.batch.restore(fresh)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        batch = self.batch
        if self.metadata["autoreset_mode"] == AutoresetMode.DISABLED:
            self._check_all_go_on()
        batch.step(actions)
        rewards = batch.rewards[:, self.seat].astype(np.float64)
        return (self._given(batch.observations), rewards, batch.terminated.copy(), batch.truncated.copy(), self._info())

    def _check_all_go_on(self) -> None:
        if (ended := np.flatnonzero(self.batch.over)).size:
            raise MarbletopError(f"The game of lane {ended[0]} has ended: deal again before the next step, with "
                                 "reset(options=dict(reset_mask=terminated | truncated)).")

    def _given(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self.copy else array

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._given(self.batch.masks)}
        if self.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP and self.batch.ended.any():
            info |= {"final_obs": self._given(self.batch.final_observations), "_final_obs": self.batch.ended}
        return info

    def render(self) -> Any:
        return tuple(render_lane(self.batch, self.render_mode, "gymnasium", lane) for lane in range(self.num_envs))


def id_of(game: Game) -> str:
    """The name that Gymnasium knows a game by: marbletop/MarblesAndJokers-v1."""
    return f"marbletop/{''.join(word.capitalize() for word in game.name.split('_'))}-v{game.version}"


def register() -> None:
    """Make the games known to gymnasium.make and gymnasium.make_vec."""
    for name in GAMES:
        gymnasium.register(id_of(GAMES[name]), f"{__name__}:SeatEnvironment", kwargs={"game": name},
                           vector_entry_point=f"{__name__}:LaneEnvironments")


register()
