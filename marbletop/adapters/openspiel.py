"""Every game as a Python game of OpenSpiel, with chance nodes of its own.

    import pyspiel
    import marbletop.adapters.openspiel                  # registers the games

    game = pyspiel.load_game("python_marbletop_marbles_and_jokers(players=4,teams=pairs)")
    state = game.new_initial_state()

The options of a game are its parameters. Every event of chance is a node with the weights of the script of chance, so a deal is
one draw after another. Returns are our rewards. Observations are in openspiel_observer.py.
"""

from typing import Any

from ..core.chance import MASK, luck
from ..core.errors import MarbletopError
from ..core.game import Game, redeal_nothing
from ..games import GAMES
from ..words import say
from .chance_tree import GameTree, Node
from .extras import how_to_install

try:
    import pyspiel
except ImportError:
    raise ImportError(how_to_install("OpenSpiel", "openspiel")) from None

from .openspiel_observer import Observer

PLAYERS, SEATS = "players", "seats"         # OpenSpiel's word for the number of seats, and ours


class SpielGame(pyspiel.Game):
    """A game with its parameters; `rules` is set by a class for each game. A mistake raises SpielError, as in OpenSpiel's
    own games."""

    rules: Game

    def __init__(self, params: dict[str, Any] | None = None):
        parameters = params or {}
        try:
            self.tree = tree_of(self.rules, parameters)
        except MarbletopError as error:
            raise pyspiel.SpielError(str(error)) from None
        usual = specification_of(self.rules)
        given = {name: as_parameter(value) for name, value in parameters.items() if value != usual[name]}
        super().__init__(type_of(self.tree), info_of(self.tree), given)

    def new_initial_state(self, position: str | None = None) -> "SpielState":
        """The beginning of a game, before the deal; or a position, as our notation writes it."""
        try:
            return SpielState(self, self.tree.root if position is None else self.tree.node_at(position))
        except MarbletopError as error:
            raise pyspiel.SpielError(str(error)) from None

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_again, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.tree, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielState(pyspiel.State):
    """A node of the tree. Everything is in `node`, which OpenSpiel copies and pickles."""

    def __init__(self, game: SpielGame, node: Node):
        super().__init__(game)
        self.node = node

    def current_player(self) -> int:
        if self.node.event:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL if self.node.over else self.node.state.player)

    def is_terminal(self) -> bool:
        return self.node.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if not self.node.event:
            raise pyspiel.SpielError(say("Nothing is left to chance here: ask for legal_actions()."))
        return self.node.chances

    def _apply_action(self, action: int) -> None:
        if (reason := self.node.why_not(action)) is not None:
            raise pyspiel.SpielError(reason)
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        event, game = self.node.event, self.node.tree.game
        if player == pyspiel.PlayerId.CHANCE:
            return f"{game.sources[event.source]} {action}" if event else f"chance {action}"
        return self.node.settled.text_of(action)

    def returns(self) -> list[float]:
        return self.node.rewards

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> "SpielState":
        """A state that a player cannot tell from this one, drawn evenly from those. Its history is still that of this state."""
        if self.node.event:
            raise pyspiel.SpielError(say("Resample where a player decides: chance is not done here."))
        twin: SpielState = self.clone()
        twin.node = self.node.redeal(player_id, luck(int(probability_sampler() * MASK)))
        return twin

    def __str__(self) -> str:
        """The whole position; at an event of chance, also the action that waits for it, and its outcomes so far."""
        node = self.node
        if not node.event:
            return node.position()
        action = "deal" if not node.is_dealt else node.settled.text_of(node.action)
        return f"{node.position()}\n{action} {list(node.outcomes)} {node.tree.game.sources[node.event.source]}".lstrip()


def specification_of(game: Game) -> dict[str, Any]:
    """The parameters of a game with their defaults: the number of seats under two names, and the options."""
    return {PLAYERS: game.seats[0], SEATS: 0, **{name: option.default for name, option in game.option_list.items()}}


def tree_of(game: Game, parameters: dict[str, Any]) -> GameTree:
    """The tree of a game with these parameters, or BadOption, WrongSeats."""
    options = dict(parameters)
    players, seats = options.pop(PLAYERS, game.seats[0]), options.pop(SEATS, 0)
    if seats and players not in (seats, game.seats[0]):
        raise MarbletopError("players and seats mean the same: give one of them.")
    given = {name: as_option(value) for name, value in options.items()}
    return GameTree(game, seats or players, game.read_options(given))


def as_option(value: Any) -> Any:
    """A parameter as the option takes it."""
    return value.strip("'") if isinstance(value, str) else value


def as_parameter(value: Any) -> Any:
    """An option as it stands in the name of a game: a word that OpenSpiel would read as a number is quoted."""
    return f"'{value}'" if isinstance(value, str) and value.lstrip("-").isdigit() else value


def type_of(tree: GameTree) -> Any:
    """What OpenSpiel wants to know of a game in general."""
    game, kinds = tree.game, pyspiel.GameType
    hidden = game.redeal is not redeal_nothing
    return kinds(
        short_name=f"python_marbletop_{game.name}", long_name=game.title, dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.sources else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
        utility=utility_of(tree), reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=min(game.seats), max_num_players=max(game.seats),
        provides_information_state_string=True, provides_information_state_tensor=True,
        provides_observation_string=True, provides_observation_tensor=True, provides_factored_observation_string=True,
        parameter_specification=specification_of(game))


def sides_of(tree: GameTree) -> list[int]:
    """The team of each seat."""
    game = tree.game
    return game.side(tree.options, tree.seats) if game.side else list(range(tree.seats))


def utility_of(tree: GameTree) -> Any:
    """Rewards of the sides add up to 0; those of the seats, too, if all teams have as many seats."""
    sides, utility = sides_of(tree), pyspiel.GameType.Utility
    if len(set(sides)) == 1:
        return utility.IDENTICAL if tree.seats > 1 else utility.GENERAL_SUM
    return utility.ZERO_SUM if len({sides.count(side) for side in sides}) == 1 else utility.GENERAL_SUM


def info_of(tree: GameTree) -> Any:
    """What OpenSpiel wants to know of a game with these parameters."""
    sides = len(set(sides_of(tree)))
    utility_sum = {"utility_sum": 0.0} if utility_of(tree) == pyspiel.GameType.Utility.ZERO_SUM else {}
    return pyspiel.GameInfo(
        num_distinct_actions=tree.game.actions, max_chance_outcomes=tree.game.most_outcomes, num_players=tree.seats,
        min_utility=-1.0 / max(1, sides - 1), max_utility=1.0, max_game_length=tree.game.longest, **utility_sum)


def _game_again(text: str) -> Any:
    return pyspiel.load_game(text)


def register(game: Game) -> None:
    """Make a game known to pyspiel.load_game. OpenSpiel keeps the class until after the end of Python, when nothing but a
    class can be let go."""
    kind = type(f"{SpielGame.__name__}_{game.name}", (SpielGame,), {"rules": game})
    pyspiel.register_game(type_of(tree_of(game, {})), kind)


for name in GAMES:
    register(GAMES[name])
