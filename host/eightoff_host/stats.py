"""Figures over the records: what was played, won, and how well."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from eightoff import catalogue

from eightoff_host.records import Result

_KINDS = ("", "with hints", "house rules")


@dataclass(frozen=True)
class Figures:
    """One line of statistics: a game without help, with hints, or with house rules.

    streak, longest_streak   wins in a row: the one that is running, and the longest
    fewest_moves .. average_seconds   over the wins alone; None without a win
    """

    game: str
    kind: str
    played: int
    won: int
    streak: int
    longest_streak: int
    fewest_moves: int | None
    best_seconds: int | None
    average_moves: float | None
    average_seconds: float | None

    @property
    def percent(self) -> float:
        """Share of the attempts that were won, 0 to 100."""
        return 100 * self.won / self.played


def figures(results: Iterable[Result], rule_hash: dict[str, int]) -> list[Figures]:
    """Summarise results, given in the order in which they were played.

    rule_hash: game id to the hash of its built-in rules; a game of that name with other rules is
    counted apart. Games come in the order of the rules' table, unknown ones after them by name.
    """
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        groups.setdefault((_game(result, rule_hash), _kind(result)), []).append(result)
    order = {name: index for index, name in enumerate(catalogue.names())}
    keys = sorted(
        groups, key=lambda key: (order.get(key[0], len(order)), key[0], _KINDS.index(key[1]))
    )
    return [_summary(game, kind, groups[game, kind]) for game, kind in keys]


def _game(result: Result, rule_hash: dict[str, int]) -> str:
    known = rule_hash.get(result.game)
    return result.game if known in (None, result.rules) else f"{result.game} (other rules)"


def _kind(result: Result) -> str:
    if result.house_rules:
        return _KINDS[2]
    return _KINDS[1] if result.hints else _KINDS[0]


def _summary(game: str, kind: str, results: list[Result]) -> Figures:
    wins = [result for result in results if result.won]
    streak = longest = 0
    for result in results:
        streak = streak + 1 if result.won else 0
        longest = max(longest, streak)
    moves = [win.moves for win in wins]
    seconds = [win.seconds for win in wins]
    return Figures(
        game,
        kind,
        len(results),
        len(wins),
        streak,
        longest,
        min(moves, default=None),
        min(seconds, default=None),
        sum(moves) / len(wins) if wins else None,
        sum(seconds) / len(wins) if wins else None,
    )
