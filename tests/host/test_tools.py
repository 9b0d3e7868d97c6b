"""The measuring tools: they run, and what they report is what they promise."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

TOOLS = Path(__file__).resolve().parents[2] / "tools"


def load(name: str) -> ModuleType:
    """Import a tool under its own name."""
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up there
    spec.loader.exec_module(module)
    return module


fc_solve = load("fc_solve")
verdicts = load("verdicts")


def run(tool: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, TOOLS / f"{tool}.py", *words],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def has_fc_solve() -> bool:
    try:
        fc_solve.FcSolve(["-l", "eo"]).close()
    except fc_solve.FcSolveError:
        return False
    return True


def test_the_benchmark_reports_both_sides_or_says_why_not(tmp_path: Path) -> None:
    done = run(
        "bench", "--deals", "5", "--json", tmp_path / "figures.json", "eight-off", "freecell"
    )
    assert done.returncode == 0, done.stderr
    figures = json.loads((tmp_path / "figures.json").read_text())
    for game in ("eight-off", "freecell"):
        at = f"bench.{game}"
        assert figures[f"{at}.ours.won"] == 5
        assert 60 < figures[f"{at}.ours.moves"] < 200
        assert 0 < figures[f"{at}.ours.median_ms"] <= figures[f"{at}.ours.p99_ms"]
        assert f"| `{game}` | ours |" in done.stdout
        if has_fc_solve():
            assert figures[f"{at}.theirs.won"] == 5
            assert figures[f"{at}.ratio"] > 0
            assert f"| `{game}` | fc-solve |" in done.stdout
        else:
            assert f"{at}.ratio" not in figures
            assert done.stderr.count(f"{game}: skipped fc-solve") == 1


def test_an_absent_library_is_one_clear_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fc_solve, "LIBRARY", "libnothing.so.0")
    with pytest.raises(fc_solve.FcSolveError, match="apt install libfreecell-solver0"):
        fc_solve.FcSolve(["-g", "freecell"])


def test_an_absent_preset_is_one_clear_message() -> None:
    if not has_fc_solve():
        pytest.skip("fc-solve is not installed")
    with pytest.raises(fc_solve.FcSolveError, match="FREECELL_SOLVER_PRESETRC"):
        fc_solve.FcSolve(["-l", "no-such-preset"])


def test_the_first_verdicts_are_as_known() -> None:
    done = run("verdicts", "--deals", "30", "--jobs", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == len(verdicts.RANGES)
    assert "freecell 1-30: 30 won, 0 proved unwinnable, 0 undecided: as known" in done.stdout


@pytest.mark.parametrize(
    ("unwinnable", "undecided", "said"),
    [
        ({11982}, 0, []),
        (set(), 0, ["0 unwinnable where 1 are known", "the verdict differs for deals 11982"]),
        ({617}, 0, ["the verdict differs for deals 617 11982"]),
        ({11982}, 2, ["2 undecided"]),
    ],
)
def test_a_deviation_is_named(unwinnable: set[int], undecided: int, said: list[str]) -> None:
    known = verdicts.RANGES[0]
    assert known.deviations(frozenset(unwinnable), undecided) == said


def test_a_range_cut_short_keeps_what_is_known_of_it() -> None:
    eight_off = verdicts.RANGES[1]
    assert eight_off.cut(500).deviations(frozenset({465}), 0) == []
    assert eight_off.cut(500).deviations(frozenset(), 0) != []
    assert eight_off.cut(5000).deviations(frozenset({465, 644, 1234}), 0) == []
    assert eight_off.cut(5000).deviations(frozenset({465, 1234}), 0) != []
