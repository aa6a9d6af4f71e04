"""Evaluation: what games against bots say of a policy. They are played in analysis/evaluate.py."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Evaluation:
    """What the games say of a policy."""

    games: int
    win_share: float                        # its mean share of first place
    interval: tuple[float, float]           # in which the true win share lies with 95 %
    points: float                           # mean of its seats
    even: float                             # the win share of a policy that is as strong as its opponents

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.games:,} games: won {self.win_share:.1%} ({low:.1%} to {high:.1%}; even would be {self.even:.1%})"
