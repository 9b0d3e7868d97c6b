"""The command line: what each command prints, and one line with status 2 for every mistake."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from eightoff import catalogue
from eightoff_host import boards, packfile, survey
from eightoff_host.boardtext import format_board
from eightoff_host.cli import app
from eightoff_host.dealtext import deal_name, order_of
from eightoff_host.sampling import NUMBERED, Series
from eightoff_host.surveystate import State
from fake_board import FakeBoard

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("EIGHTOFF_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("EIGHTOFF_PORT", raising=False)
    monkeypatch.chdir(tmp_path)

    def invoke(*args: object) -> Result:
        return CliRunner().invoke(app, [str(arg) for arg in args], prog_name="eightoff")

    return invoke


@pytest.fixture
def pack_file(run: Run, tmp_path: Path) -> Path:
    file = tmp_path / "five.pack"
    made = run("pack", "make", "eight-off", "--count", 5, "--jobs", 1, "--out", file)
    assert made.exit_code == 0, made.output
    return file


def refused(result: Result) -> str:
    """The one line of a user error."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("eightoff: ")
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr
    assert "Usage" not in result.stderr
    return result.stderr.removeprefix("eightoff: ").rstrip("\n")


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["pusch"], "no command 'pusch': did you mean push?"),
        (["xyz"], "no command 'xyz', there are: code, delete, devices"),
        (["pack", "mak"], "no command 'mak': did you mean make?"),
        (["pack", "make"], "Missing option '--out'."),
        (["pack", "make", "--out", "x"], "give a game: the VARIANT, or a file of its rules"),
        (["pack", "make", "eight-off"], "Missing option '--out'."),
        (["pack", "make", "eight-off", "--rules", "r", "--out", "x"], "choose one: the game"),
        (["pack", "make", "--rules", "absent", "--out", "x"], "absent cannot be read"),
        (["pack", "make", "eightoff", "--out", "x"], "no game 'eightoff': did you mean eight-off"),
        (["pack", "make", "zzz", "--out", "x"], "no game 'zzz', there are: eight-off, "),
        (["pack", "make", "eight-off\x1b[2J", "--out", "x"], "no game 'eight-off\\x1b[2J'"),
        (["pack", "make", "eight-off", "--out", "x", "--cuont", "3"], "No such option '--cuont'"),
        (["pack", "make", "eight-off", "--out", "x", "--count", "many"], "Invalid value for"),
        (["pack", "make", "eight-off", "--out", "x", "--count", "0"], "Invalid value for"),
        (["pack", "make", "eight-off", "--out", "x", "--first", "2147483648"], "Invalid value"),
        (["pack", "make", "eight-off", "--out", "x", "--difficulty", "6"], "no difficulty '6'"),
        (["pack", "make", "eight-off", "--out", "x", "--difficulty", "3-1"], "no difficulty"),
        (["pack", "make", "eight-off", "--out", "x", "--title", "t" * 25], "The title "),
        (["pack", "make", "eight-off", "--out", "x", "--title", "a\nb"], "The title "),
        (["pack", "make", "eight-off", "--out", "no/where/x"], "no/where/x cannot be written"),
        (["pack", "make", "eight-off", "--out", "."], ". cannot be written"),
        (["pack", "make", "eight-off", "--out", "x", "--boards", "none"], "none cannot be read"),
        (
            ["pack", "make", "eight-off", "--out", "x", "--first", "2", "--seed", "1"],
            "choose one of --first, --seed and --boards",
        ),
        (["pack", "show", "absent"], "Cannot read absent"),
        (["pack", "verify", "absent"], "Cannot read absent"),
        (["solve", "eight-off", "ms:0"], "'ms:0' is no deal"),
        (["solve", "eight-off", "ms:2147483648"], "'ms:2147483648' is no deal"),
        (["solve", "eight-off", "ms:\u0661"], "'ms:\u0661' is no deal"),
        (["solve", "eight-off", "617"], "give the deal number as ms:617"),
        (["solve", "eight-off", "absent.txt"], "absent.txt cannot be read"),
        (["solve"], "give a game: the VARIANT, or a file of its rules with --rules"),
        (["solve", "eight-off"], "give a deal after the game: ms:617, a code, or a file of boards"),
        (["solve", "--rules", "absent"], "give a deal after the game"),
        (["solve", "eight-off", "freecell:00"], "'freecell:00' is no code of a deal: a code has"),
        (["code", "eight-off", "ms:0"], "'ms:0' is no deal"),
        (["survey"], "name a game; or --table FILE, for a table of all games"),
        (["survey", "freecel"], "no game 'freecel': did you mean freecell"),
        (["survey", "a b"], "'a b': a game has eight words"),
        (["survey", "--rules", "absent"], "absent cannot be read"),
        (["survey", "freecell", "--first", "1", "--seed", "2"], "choose one of --first and --seed"),
        (["survey", "freecell", "--first", "2147483647", "--sample", "2"], "the numbers end at"),
        (["survey", "freecell", "--state", "no/where"], "no/where cannot be written"),
        (["survey", "freecell", "--state", "."], ". cannot be "),
        (["survey", "freecell", "--table", "no/where"], "no/where cannot be written"),
        (["survey", "freecell", "--minutes", "0"], "Invalid value for '--minutes'"),
        (["push", "absent.pack"], "Cannot read absent.pack"),
        (["push", "absent.pack", "--name", "../x"], "'../x' cannot name a pack"),
        (["push", "UPPER.pack"], "'UPPER' cannot name a pack"),
        (["packs", "--port", "/dev/absent"], "there is no port /dev/absent"),
        (["devices", "/dev/absent"], "there is no port /dev/absent"),
        (["sync", "--port", "/dev/absent"], "there is no port /dev/absent"),
        (["delete", "a/b"], "'a/b' cannot name a pack"),
        (["stats", "--database", "."], ". cannot be "),
        (["play", "eigth-off"], "no game 'eigth-off': did you mean eight-off"),
    ],
)
def test_mistakes(run: Run, args: list[str], reason: str) -> None:
    assert refused(run(*args)).startswith(reason)


def test_help(run: Run) -> None:
    for args in ([], ["--help"], ["-h"], ["pack"], ["pack", "make", "-h"]):
        shown = run(*args)
        assert shown.exit_code == 0
        assert shown.stdout.startswith("Usage: eightoff")
    assert run("--version").stdout.startswith("eightoff, version ")


def test_make_show_verify(run: Run, pack_file: Path) -> None:
    shown = run("pack", "show", pack_file)
    assert shown.exit_code == 0
    assert shown.stdout.startswith("Eight Off: 5 deals of Eight Off\n")
    assert "8 columns of 6 cards, 8 cells" in shown.stdout
    assert "Columns are built down in the same suit." in shown.stdout
    for number in range(1, 6):
        assert f"ms:{number} " in shown.stdout
    verified = run("pack", "verify", pack_file, "--jobs", 1)
    assert verified.exit_code == 0
    assert verified.stdout == f"{pack_file}: 5 deals, every one can be won.\n"


def test_make_says_what_was_skipped(run: Run) -> None:
    args = ["pack", "make", "eight-off", "--first", 464, "--count", 2, "--jobs", 1, "--out", "p"]
    made = run(*args, "--title", "Two deals")
    assert made.stdout == "p: 2 deals of Eight Off; skipped: 1 proved unwinnable.\n"
    title, _, entries = packfile.read("p")
    assert title == "Two deals"
    assert [entry.deal for entry in entries] == [464, 466]


def test_make_compiles_once_and_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []
    monkeypatch.setattr("eightoff_host.solver.choose.is_compiled", lambda _: bool(compiled))
    monkeypatch.setattr("eightoff_host.solver.choose.warm_up", compiled.append)
    args = ["pack", "make", "eight-off", "--count", 1, "--jobs", 1, "--out", "p"]
    assert "compiling the solver (first use only)" in run(*args).stderr
    assert run(*args).stderr == ""
    assert len(compiled) == 1


def test_make_with_a_seed(run: Run) -> None:
    def made(seed: int) -> list[int | bytes]:
        args = ["pack", "make", "eight-off", "--count", 3, "--jobs", 1, "--out", "p"]
        assert run(*args, "--seed", seed).exit_code == 0
        return [entry.deal for entry in packfile.read("p")[2]]

    assert made(1) == made(1)
    assert made(1) != made(2)


def test_make_from_boards(run: Run, tmp_path: Path) -> None:
    game = catalogue.find("eight-off")
    text = "\n\n".join(format_board(order_of(n), game) for n in (1, 465, 2))
    file = tmp_path / "boards.txt"
    file.write_text(text)
    args = ["pack", "make", "eight-off", "--boards", file, "--jobs", 1, "--out", "p"]
    assert run(*args).stdout == "p: 2 deals of Eight Off; skipped: 1 proved unwinnable.\n"
    assert [entry.deal for entry in packfile.read("p")[2]] == [order_of(1), order_of(2)]
    assert run("pack", "verify", "p", "--jobs", 1).exit_code == 0
    file.write_text(text.replace("KC", "XC", 1))
    assert refused(run(*args)).startswith(f"{file}, line 3: unknown text 'XC'")
    assert len(packfile.read("p")[2]) == 2


def test_no_deal_is_left(run: Run) -> None:
    args = ["pack", "make", "eight-off", "--boards", "b", "--jobs", 1, "--out", "p"]
    Path("b").write_text(format_board(order_of(465), catalogue.find("eight-off")))
    reason = "no deal was left for the pack; skipped: 1 proved unwinnable"
    assert refused(run(*args)) == reason
    assert not Path("p").exists()


def test_verify_finds_what_is_wrong(run: Run, pack_file: Path) -> None:
    title, game, entries = packfile.read(pack_file)
    third = entries[2]
    assert third.line is not None
    entries[2] = packfile.Entry(third.deal, third.difficulty, third.par, third.line[:-1])
    packfile.write(pack_file, title, game, entries)
    reason = f"{pack_file}: deal 3 (ms:3) is wrong, its line does not win"
    assert refused(run("pack", "verify", pack_file, "--jobs", 1)) == reason


@pytest.mark.parametrize("command", [["pack", "show"], ["pack", "verify"], ["push"]])
def test_packs_that_are_none(run: Run, pack_file: Path, command: list[str]) -> None:
    whole = pack_file.read_bytes()
    flipped = bytearray(whole)
    flipped[200] ^= 1
    newer = bytearray(whole)
    newer[4] = 99
    for content, reason in (
        (whole[:-1], "is cut off"),
        (whole[:50], "is cut off"),
        (bytes(flipped), "is damaged"),
        (bytes(newer), "is a pack of a newer version"),
        (b"text", "is not a pack"),
        (b"", "is not a pack"),
    ):
        pack_file.write_bytes(content)
        assert refused(run(*command, pack_file)).startswith(f"{pack_file} {reason}")


def test_solve(run: Run, tmp_path: Path) -> None:
    solved = run("solve", "eight-off", "ms:1")
    assert solved.exit_code == 0
    board, moves = solved.stdout.split("\n\n")
    assert board == format_board(order_of(1), catalogue.find("eight-off"))
    heading, *rest = moves.rstrip("\n").split("\n")
    assert re.fullmatch(rf"Won in {len(rest)} moves, difficulty [1-5]:", heading)
    assert all(" -> " in line for line in rest)
    lost = run("solve", "eight-off", "ms:465")
    assert lost.stdout.endswith("\n\nProved: this deal cannot be won.\n")
    file = tmp_path / "boards.txt"
    file.write_text(board + "\n\n" + lost.stdout.split("\n\n")[0])
    both = run("solve", "eight-off", file)
    assert both.stdout == solved.stdout + "\n" + lost.stdout


RULES = "my-game 77776666 3 - suit any columns suit"


def test_a_game_of_ones_own(run: Run) -> None:
    Path("rules").write_text(RULES + "\n")
    solved = run("solve", "--rules", "rules", "ms:2")
    assert solved.exit_code == 0, solved.output
    assert "\n\nWon in " in solved.stdout
    made = run("pack", "make", "--rules", "rules", "--count", 2, "--jobs", 1, "--out", "p")
    assert made.stdout.startswith("p: 2 deals of My Game; skipped: ")
    title, game, entries = packfile.read("p")
    assert (title, game.name, game.cells, len(entries)) == ("My Game", "my-game", 3, 2)
    assert run("pack", "verify", "p", "--jobs", 1).exit_code == 0
    assert "3 cells" in run("pack", "show", "p").stdout
    Path("rules").write_text(RULES.replace("any", "all"))
    assert refused(run("solve", "--rules", "rules", "ms:2")) == "rules, line 1: unknown word all"


def test_code_of_a_deal(run: Run) -> None:
    assert run("code", "seahaven", "ms:617").stdout == "ms:617\n"
    board = run("code", "seahaven", "ms:617", "--board").stdout
    assert board == format_board(order_of(617), catalogue.find("seahaven")) + "\n"
    Path("b").write_text(board + "\n" + board)
    code = deal_name(order_of(617), "seahaven")
    assert run("code", "seahaven", "b").stdout == f"{code}\n{code}\n"
    assert run("code", "seahaven", code, "--board").stdout == board
    solved = run("solve", "seahaven", code.lower().replace("-", ""))
    assert solved.stdout == run("solve", "seahaven", "ms:617").stdout
    swapped = code[:-2] + code[-1] + code[-2]
    assert refused(run("solve", "seahaven", swapped)) == (
        f"{swapped!r} is no code of a deal: the check letters are wrong: look for a typing error"
    )
    assert refused(run("solve", "eight-off", code)).endswith("of seahaven, not of eight-off")


def test_make_from_codes(run: Run) -> None:
    code = deal_name(order_of(2), "eight-off")
    Path("b").write_text(f"ms:1\n{code}\n")
    args = ["pack", "make", "eight-off", "--boards", "b", "--jobs", 1, "--out", "p"]
    assert run(*args).stdout == "p: 2 deals of Eight Off.\n"
    shown = run("pack", "show", "p").stdout
    assert code in shown
    Path("b").write_text("ms:1\nms:5\n")
    assert run(*args).exit_code == 0
    assert [entry.deal for entry in packfile.read("p")[2]] == [1, 5]


# Surveys.


def test_survey(run: Run) -> None:
    shown = run("survey", "seahaven", RULES, "--sample", 1000, "--jobs", 1)
    assert shown.exit_code == 0, shown.output
    heading, seahaven, own = shown.stdout.rstrip("\n").split("\n")
    assert heading.split()[:5] == ["game", "deals", "won", "unwinnable", "undecided"]
    assert seahaven.split()[:5] == ["seahaven", "1,000", "901", "99", "0"]
    assert "89.332" in seahaven
    assert own.split()[0] == "my-game"
    assert "none found" in own
    Path("rules").write_text(RULES)
    same = run("survey", "--rules", "rules", "--jobs", 1)
    assert same.stdout.split("\n")[1].split() == own.split()
    drawn = [run("survey", "seahaven", "--seed", n, "--jobs", 1).stdout for n in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_survey_goes_on_from_its_state(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run("survey", "eight-off", "--sample", 9000, "--jobs", 1).stdout
    decide = survey.decide
    decided: list[int] = []

    def counted(asked: survey.Survey, index: int, count: int) -> survey.Counts:
        if len(decided) == 3:
            raise KeyboardInterrupt
        decided.append(index)
        return decide(asked, index, count)

    monkeypatch.setattr(survey, "decide", counted)
    args = ["survey", "eight-off", "--sample", 9000, "--jobs", 1, "--state", "s"]
    stopped = run(*args)
    assert stopped.exit_code == 130
    assert "s holds what was counted: the same command goes on" in stopped.stderr
    monkeypatch.setattr(survey, "decide", decide)
    assert len(State(Path("s")).done(survey_of_eight_off())) == 3
    assert run(*args).stdout == whole
    monkeypatch.delattr(survey, "decide")  # nothing is left to decide
    assert run(*args).stdout == whole


def survey_of_eight_off() -> survey.Survey:
    return survey.survey_of(catalogue.find("eight-off"), Series(NUMBERED, 1))


def test_survey_stops_when_time_is_up(run: Run) -> None:
    shown = run("survey", "eight-off", "--minutes", "1e-9", "--jobs", 1).stdout
    assert shown.split("\n")[1].split()[:2] == ["eight-off", "0"]


def test_table_of_a_survey(run: Run) -> None:
    args = ["--sample", 100, "--seed", 7, "--minutes", 5, "--jobs", 1, "--state", "s"]
    done = run("survey", "eight-off", RULES, *args, "--table", "t.md")
    assert done.exit_code == 0, done.output
    text = Path("t.md").read_text()
    (command,) = [line for line in text.split("\n") if line.startswith("eightoff ")]
    assert command == (
        f"eightoff survey eight-off '{RULES}' --seed 7 --sample 100 --minutes 5 "
        "--memory 1024 --state s --table t.md"
    )
    assert "| `eight-off` | 100 |" in text
    assert "| `my-game` | 100 |" in text
    # What the table says makes it again.
    Path("t.md").unlink()
    assert run(*shlex.split(command)[1:], "--jobs", 1).exit_code == 0
    assert Path("t.md").read_text() == text


def test_table_of_all_games(run: Run) -> None:
    done = run("survey", "--minutes", "1e-9", "--jobs", 1, "--table", "t.md")
    assert done.exit_code == 0, done.output
    text = Path("t.md").read_text()
    games = [line.split("`")[1] for line in text.split("\n") if line.startswith("| `")]
    assert games == [*catalogue.names(), "eight-off-4", "bakers-game-3", "bakers-game-5"]


def test_a_board_from_push_to_stats(run: Run, pack_file: Path, tmp_path: Path) -> None:
    assert run("stats").stdout == "No results yet: play, then `eightoff sync`.\n"
    with FakeBoard(tmp_path / "b", name="Pico \x1b[31m") as fake:
        port = ["--port", fake.port]
        assert run("packs", *port).stdout.startswith("No packs, ")
        assert run("push", pack_file, *port).stdout == "five: 5 deals are on the board.\n"
        assert run("push", pack_file, *port, "--name", "two").exit_code == 0
        listed = run("packs", *port).stdout
        assert "five" in listed
        assert "two" in listed
        shown = run("devices", fake.port)
        assert shown.exit_code == 0
        assert "Pico ?[31m" in shown.stdout
        assert "five, two" in shown.stdout
        assert run("delete", "two", *port).stdout == "two is deleted.\n"
        reason = "the board has no pack 'two', there are: five"
        assert refused(run("delete", "two", *port)) == reason
        fake.play(5)
        fake.play(6, won=False)
        synced = run("sync", *port).stdout
        assert synced.startswith("2 new results.\n")
        assert "ms:5" in synced
        assert "given up" in synced
        assert run("sync", *port).stdout == "0 new results.\n"
    row = run("stats").stdout.split("\n")[1].split()
    assert row[:4] == ["eight-off", "2", "1", "50"]


def test_environment_names_the_port(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeBoard(tmp_path / "b") as fake:
        monkeypatch.setenv("EIGHTOFF_PORT", fake.port)
        assert run("packs").stdout.startswith("No packs, ")


def test_boards_that_are_found(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ports: list[str] = []
    monkeypatch.setattr(boards, "usb_ports", lambda: ports)
    assert refused(run("devices")).startswith("no USB serial port was found")
    with FakeBoard(tmp_path / "a", name="One") as one, FakeBoard(tmp_path / "b", name="Two") as two:
        ports += [one.port, two.port]
        shown = run("devices").stdout
        assert "One" in shown
        assert "Two" in shown
        assert refused(run("packs")).startswith("several boards are there, choose one with --port")
        ports.pop()
        assert run("packs").exit_code == 0


def test_a_full_board(run: Run, pack_file: Path, tmp_path: Path) -> None:
    with FakeBoard(tmp_path / "b", capacity=24600) as fake:
        reason = refused(run("push", pack_file, "--port", fake.port))
        assert reason == (
            f"The board is full: needs {pack_file.stat().st_size} bytes, 0 bytes free. "
            "Delete a pack with `eightoff delete NAME`."
        )
        assert fake.packs() == []


def test_a_board_that_vanishes(run: Run, pack_file: Path, tmp_path: Path) -> None:
    def fault(number: int, _op: int) -> str | None:
        return "vanish" if number == 3 else None

    with FakeBoard(tmp_path / "b", fault=fault) as fake:
        assert "stopped answering" in refused(run("push", pack_file, "--port", fake.port))


def test_a_database_that_cannot_be_used(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "records"
    file.write_bytes(b"no database" * 100)
    assert "is damaged" in refused(run("stats", "--database", file))
    assert file.read_bytes() == b"no database" * 100


def command(*args: object, **options: object) -> subprocess.Popen[str]:
    """The command as a process of its own."""
    start = [sys.executable, "-c", "from eightoff_host.cli import main; main()"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen([*start, *map(str, args)], **{**pipes, **options})  # type: ignore


def test_status_of_the_process(tmp_path: Path) -> None:
    process = command("push", tmp_path / "absent.pack")
    out, err = process.communicate()
    assert (process.returncode, out) == (2, "")
    assert err.startswith("eightoff: Cannot read ")
    assert err.count("\n") == 1


@contextlib.contextmanager
def endless_work(folder: Path, jobs: int) -> Iterator[tuple[subprocess.Popen[str], list[bytes]]]:
    """A pack that takes hours, some deals after its start, and what its progress bar has shown.

    The list of that grows to the end when the `with` is left, by when all processes are gone.
    """
    folder.mkdir()
    args = ["pack", "make", "eight-off", "--count", "60000", "--jobs", jobs, "--out", "p.pack"]
    master, slave = pty.openpty()
    process = command(*args, cwd=folder, start_new_session=True, stderr=slave)
    os.close(slave)
    shown = [b""]
    while b" tried" not in b"".join(shown):
        shown.append(os.read(master, 1024))
    yield process, shown
    with contextlib.suppress(OSError):  # as a pty ends
        while True:
            shown.append(os.read(master, 1024))
    os.close(master)


@pytest.mark.parametrize("jobs", [1, 2])
def test_after_ctrl_c_the_same_command_goes_on(tmp_path: Path, jobs: int) -> None:
    folder = tmp_path / "out"
    with endless_work(folder, jobs) as (process, shown):
        os.killpg(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    text = b"".join(shown)
    assert (process.returncode, out) == (130, ""), text.decode(errors="replace")
    assert b"p.pack.part holds what was proved: the same command goes on" in text
    assert text.rstrip().endswith(b"eightoff: stopped")
    assert b"proving eight-off" in text
    assert b"Traceback" not in text
    assert [path.name for path in folder.iterdir()] == ["p.pack.part"]
    goes_on(folder)


def goes_on(folder: Path) -> None:
    """A smaller pack of the same deals takes what was proved, and leaves the pack alone."""
    kept = (folder / "p.pack.part").read_text().split("\n")
    assert len(kept) > 2
    args = ["pack", "make", "eight-off", "--count", "3", "--jobs", "1", "--out", "p.pack"]
    process = command(*args, cwd=folder)
    out, err = process.communicate(timeout=60)
    assert (out, err) == ("p.pack: 3 deals of Eight Off.\n", "")
    assert [path.name for path in folder.iterdir()] == ["p.pack"]
    assert [entry.deal for entry in packfile.read(folder / "p.pack")[2]] == [1, 2, 3]


def test_workers_end_with_their_killed_parent(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    with endless_work(folder, 2) as (process, _):
        process.kill()
        # The workers hold the pipe as well, so it ends when the last of them has.
        out, _ = process.communicate(timeout=60)
        assert (process.returncode, out) == (-signal.SIGKILL, "")
    goes_on(folder)


def test_what_is_left_of_another_pack_is_begun_anew(run: Run) -> None:
    Path("p.part").write_text("eightoff pack: of something else\n")
    made = run("pack", "make", "eight-off", "--count", 2, "--jobs", 1, "--out", "p")
    assert made.exit_code == 0
    assert made.stderr == "p.part was of another pack: begun anew\n"
    assert sorted(path.name for path in Path().iterdir()) == ["p"]


def test_a_closed_pipe_is_quiet() -> None:
    read, write = os.pipe()
    os.close(read)
    process = command("solve", "eight-off", "ms:1", stdout=write)
    os.close(write)
    _, err = process.communicate()
    assert (process.returncode, err) == (1, "")


def test_short_makes_shorter_solutions(run: Run, tmp_path: Path) -> None:
    totals = []
    for options in ([], ["--short"]):
        out = tmp_path / f"short{len(options)}.pack"
        result = run("pack", "make", "eight-off", "--count", 5, "--out", out, *options)
        assert result.exit_code == 0, result.output
        totals.append(sum(entry.par for entry in packfile.read(out)[2]))
    assert totals[1] < totals[0]
    solved = [run("solve", "eight-off", "ms:5", *options).output for options in ([], ["--short"])]
    lengths = [int(text.split("Won in ")[1].split()[0]) for text in solved]
    assert lengths[1] < lengths[0]
