"""Intervals, published figures, and the table of both."""

from __future__ import annotations

from pathlib import Path
from statistics import NormalDist

import pytest
from eightoff import catalogue
from eightoff_host import winnability
from eightoff_host.rulestext import parse_rules
from eightoff_host.survey import Counts
from eightoff_host.winnability import Interval, Row, interval


@pytest.mark.parametrize(
    ("won", "deals"), [(5, 10), (0, 10), (10, 10), (990, 1000), (1, 10**6), (10**6, 10**6)]
)
def test_ends_are_those_of_wilson(won: int, deals: int) -> None:
    # E. B. Wilson (1927): the shares from which the one that was seen lies z deviations away.
    z = NormalDist().inv_cdf(0.975)
    seen = won / deals
    found = interval(Counts(won, deals - won, 0))
    for share in found:
        assert (seen - share) ** 2 == pytest.approx(z * z * share * (1 - share) / deals, abs=1e-15)
    assert found.low <= seen <= found.high
    assert (found.low == 0) == (won == 0)
    assert (found.high == 1) == (won == deals)


def test_undecided_deals_widen_the_interval_both_ways() -> None:
    found = interval(Counts(50, 30, 20))
    assert found.low == interval(Counts(50, 50, 0)).low
    assert found.high == interval(Counts(70, 30, 0)).high


def test_without_deals_there_is_no_interval() -> None:
    with pytest.raises(ValueError, match="no deals"):
        interval(Counts())


def test_the_true_share_is_nearly_always_inside() -> None:
    # Exact: the chance, over all outcomes of 200 deals of a game won by 9 in 10.
    chance, inside = 0.9**200, 0.0
    for lost in range(201):
        if (
            interval(Counts(200 - lost, lost, 0)).low
            <= 0.9
            <= interval(Counts(200 - lost, lost, 0)).high
        ):
            inside += chance
        chance *= (200 - lost) / (lost + 1) / 9
    assert 0.93 < inside < 0.97


def test_overlap() -> None:
    assert Interval(0.1, 0.2).overlaps(Interval(0.2, 0.3))
    assert Interval(0.1, 0.4).overlaps(Interval(0.2, 0.3))
    assert not Interval(0.1, 0.2).overlaps(Interval(0.21, 0.3))
    assert not Interval(0.21, 0.3).overlaps(Interval(0.1, 0.2))


def test_published_figures_are_of_games_that_are_there() -> None:
    figures = winnability.published()
    assert len(figures) == 17
    for figure in figures:
        if figure.line:
            assert figure.line.split()[0] == figure.game
            assert parse_rules(figure.line, "").name not in catalogue.names()
        else:
            assert figure.game in catalogue.names()
        share = float(figure.percent) / 100
        assert figure.interval.low < share < figure.interval.high


def test_a_figure_without_an_interval_has_that_of_its_sample() -> None:
    (figure,) = winnability.figures("bakers-game-5")
    assert figure.reach == "of 1,000,000"
    # 97.9% of a million: 0.028 points by Wilson, and 0.05 by the rounding.
    assert figure.interval == pytest.approx((0.97822, 0.97978), abs=1e-5)


def test_deals_for_as_narrow_an_interval() -> None:
    blake_gent = winnability.figures("seahaven")[0]
    needed = winnability.needed(blake_gent)
    won = round(0.89332 * needed)
    reached = interval(Counts(won, needed - won, 0)).half_width
    assert reached == pytest.approx(0.0002, rel=1e-3)


def test_row_with_published_figures() -> None:
    row = Row("seahaven", Counts(901, 99, 0)).cells()
    assert row[:7] == ["seahaven", "1,000", "901", "99", "0", "90.1", "88.1 - 91.8"]
    assert row[7] == "89.332 ± 0.020 (Blake, Gent); 89.319 ± 0.016 (Woods)"
    assert row[8:] == ["yes, yes", "9,200,000; 15,000,000"]
    assert Row("seahaven", Counts(700, 300, 0)).cells()[8] == "**no**, **no**"
    assert Row("seahaven", Counts(8933200, 1066800, 0)).cells()[9] == "enough; 15,000,000"


def test_row_without_a_figure() -> None:
    row = Row("penguin", Counts(999, 1, 0)).cells()
    assert row[5:] == ["99.90", "99.44 - 99.98", "none found", "-", "-"]


def test_row_without_deals() -> None:
    row = Row("bakers-game-5", Counts()).cells()
    assert row[1:7] == ["0", "0", "0", "0", "", ""]
    assert len(row) == len(winnability.HEADINGS)


def test_document() -> None:
    rows = [
        Row("seahaven", Counts(901, 99, 0)),
        Row("eight-off-4", Counts(10, 90, 1)),
        Row("penguin", Counts(99, 1, 0)),
    ]
    text = winnability.document("eightoff survey --seed 4", "random:4", 64, rows)
    assert "\neightoff survey --seed 4\n" in text
    assert "random shuffles of seed 4" in text
    assert "\n  64 MiB." in text
    assert "Not built in" in text
    assert "\neight-off-4 66666666 4 0123 suit king cells suit\n" in text
    assert "No published figure was found for `penguin`." in text
    lines = [line for line in text.split("\n") if line.startswith("|")]
    assert len(lines) == 2 + len(rows)
    assert {line.count("|") for line in lines} == {len(winnability.HEADINGS) + 1}
    alone = winnability.document("x", "ms:5", 64, rows[:1])
    assert "generator from 5 on" in alone
    assert "No published" not in alone
    assert "Not built in" not in alone


TABLE = Path(__file__).resolve().parents[2] / "docs" / "winnability.md"


def test_the_table_in_the_documents_is_what_is_written_of_its_counts() -> None:
    lines = [line for line in TABLE.read_text().split("\n") if line.startswith("| `")]
    cells = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]
    rows = [
        Row(game, Counts(*(int(count.replace(",", "")) for count in counts)))
        for game, _, *counts in (line[:5] for line in cells)
    ]
    assert [row.cells() for row in rows] == cells
    lines_of_others = {figure.game for figure in winnability.published() if figure.line}
    assert {row.game for row in rows} == {*catalogue.names(), *lines_of_others}


def test_the_table_in_the_documents_overlaps_every_published_figure() -> None:
    assert "**no**" not in TABLE.read_text()
