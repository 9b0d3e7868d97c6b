"""Board modules against their contract, and the files that go on a board."""

from __future__ import annotations

import ast
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest
from eightoff_host import boardfiles
from eightoff_host.errors import UserError

ROOT = Path(__file__).resolve().parents[2]
BOARDS = ROOT / "device" / "boards"
MODULES = sorted(BOARDS.glob("*.py"))


def definitions(body: list[ast.stmt]) -> Iterator[tuple[str, ast.stmt]]:
    """Every name that a module gives itself, those in an `if` or `try` included."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            yield statement.name, statement
        elif isinstance(statement, ast.Assign):
            for target in statement.targets:
                for name in ast.walk(target):
                    if isinstance(name, ast.Name):
                        yield name.id, statement
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield statement.target.id, statement
        elif isinstance(statement, ast.ImportFrom | ast.Import):
            for alias in statement.names:
                yield alias.asname or alias.name, statement
        for part in ("body", "orelse", "handlers", "finalbody"):
            if isinstance(statement, ast.If | ast.Try | ast.ExceptHandler):
                yield from definitions(getattr(statement, part, []))


def parsed(path: Path) -> list[ast.stmt]:
    return ast.parse(path.read_text()).body


CONTRACT = {
    name: node
    for name, node in definitions(parsed(BOARDS / "hardware.pyi"))
    if not isinstance(node, ast.ClassDef | ast.ImportFrom)
}


def test_contract_is_read() -> None:
    names = "UP DOWN LEFT RIGHT A B NAME KEYS FOLDER canvas link keys ticks idle random clock"
    assert set(CONTRACT) == {*names.split(), "set_clock", "free"}
    assert MODULES


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_board_has_every_name_of_the_contract(path: Path) -> None:
    found = dict(definitions(parsed(path)))
    assert set(CONTRACT) <= set(found)
    for name, node in CONTRACT.items():
        if isinstance(node, ast.FunctionDef):
            for candidate, other in definitions(parsed(path)):
                if candidate == name and isinstance(other, ast.FunctionDef):
                    names = [argument.arg for argument in other.args.args]
                    assert names == [argument.arg for argument in node.args.args], name


def test_manifest_of_the_simulator() -> None:
    files = boardfiles.manifest("simulator")
    destinations = {str(path) for path in files}
    assert {
        "hardware.py",
        "main.py",
        "backends/__init__.py",
        "backends/mono.py",
        "backends/ssd1306.py",
        "eightoff/__init__.py",
        "eightoff/game.py",
    } <= destinations
    assert files[PurePosixPath("hardware.py")].name == "simulator.py"
    assert all(path.is_file() for path in files.values())
    assert not [path for path in destinations if "__pycache__" in path or path.endswith(".pyi")]
    # A folder of that name would be imported in place of the module.
    assert not [path for path in destinations if path.startswith("hardware/")]


def test_every_file_of_the_game_is_in_the_manifest() -> None:
    game = ROOT / "device" / "eightoff"
    wanted = {path.relative_to(ROOT / "device").as_posix() for path in game.rglob("*.py")}
    assert wanted <= {str(path) for path in boardfiles.manifest("simulator")}


def test_unknown_board_and_runtime_are_one_line() -> None:
    with pytest.raises(UserError, match=r"no board 'toaster'; known are: .*simulator"):
        boardfiles.manifest("toaster")
    with pytest.raises(UserError, match="'basic'"):
        boardfiles.manifest("simulator", "basic")


def test_staging_refreshes_the_program_and_leaves_the_data(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "journal.a").write_text("kept")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "stray.py").write_text("")
    (tmp_path / "hardware.py").write_text("an older one")
    files = boardfiles.manifest("simulator")
    boardfiles.stage(files, tmp_path)
    staged = {
        path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()
    }
    assert staged == {str(path) for path in files} | {"data/journal.a"}
    for destination, source in files.items():
        assert (tmp_path / destination).read_bytes() == source.read_bytes()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder outside the checkout with a built wheel unpacked in it."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
        timeout=300,
    )
    (wheel,) = folder.glob("*.whl")
    target = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


def test_wheel_holds_every_file_of_the_board(installed: Path) -> None:
    script = (
        "from eightoff_host import boardfiles\n"
        "for to, source in boardfiles.manifest('simulator').items(): print(to, source, sep='|')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": str(installed)},
        cwd=installed.parent,
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    listed = dict(line.split("|") for line in done.stdout.splitlines())
    checkout = boardfiles.manifest("simulator")
    assert set(listed) == {str(path) for path in checkout}
    for destination, source in checkout.items():
        path = Path(listed[str(destination)])
        assert path.is_relative_to(installed)
        assert path.read_bytes() == source.read_bytes()
