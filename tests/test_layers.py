"""Who may import whom on the board, and what device code must not use; read from the sources."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

DEVICE = Path(__file__).resolve().parent.parent / "device"
PACKAGE = "eightoff"

# A module imports only from modules to its left. Every module is named here once, a screen by the
# star; screens do not import each other.
LAYERS = (
    *("const", "names", "cards", "variants", "catalogue", "position", "rules", "game"),
    *(
        "deck",
        "dealcode",
        "sharecode",
        "deals",
        "search",
        "packhead",
        "pack",
        "records",
        "store",
        "log",
        "replay",
    ),
    *("compact", "journal", "marks", "frames", "link", "shelf", "arrivals", "delivery"),
    *("service", "session", "library"),
    *("text", "canvas", "keys", "glyphs", "lettering", "fold", "layout", "piles", "view"),
    *("cursor",),
    *("screens", "screens.listing", "screens.*", "app"),
)
# Modules that MicroPython and CircuitPython both have. No clock and no pins among them: those are
# handed in.
STANDARD = {"array", "binascii", "errno", "gc", "os", "struct", "sys"}
# Attributes that real CircuitPython lacks.
MISSING_ATTRIBUTES = {"print_exception", "threshold", "heap_lock", "kbd_intr", "native", "viper"}


def layer(module: str) -> int:
    """The place of a module of the package in LAYERS; LookupError when it has none."""
    if module in LAYERS:
        return LAYERS.index(module)
    if module.startswith("screens."):
        return LAYERS.index("screens.*")
    raise LookupError(module)


def device_files(folder: str) -> list[Path]:
    return sorted((DEVICE / folder).rglob("*.py"))


def package_modules() -> dict[str, Path]:
    """Module names and their files: screens/won.py is "screens.won"."""
    modules = {}
    for path in device_files(PACKAGE):
        parts = path.relative_to(DEVICE / PACKAGE).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__")
        if name:
            modules[name] = path
    return modules


def imports(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Every import, at the top or in a function, as (module, name), name "" for the whole."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, ""
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield "." * node.level + (node.module or ""), alias.name


def known(module: str) -> bool:
    try:
        layer(module)
    except LookupError:
        return False
    return True


def import_problem(importer: str, module: str, name: str) -> str:
    """Why a module of the package must not have this import, "" when it may."""
    if name.startswith("_") or name == "*":
        return f"imports {name} from {module}"
    if module != PACKAGE and not module.startswith(PACKAGE + "."):
        fine = module in STANDARD or (importer, module, name) == ("const", "micropython", "const")
        return "" if fine else f"imports {module}"
    if module == PACKAGE and not name:
        return ""  # the package itself is empty
    wanted = module[len(PACKAGE) + 1 :]
    within = f"{wanted}.{name}".lstrip(".")
    if not wanted or within in package_modules():
        wanted = within
    if not known(wanted):
        return f"imports {wanted}, which has no layer"
    if layer(wanted) >= layer(importer):
        return f"imports {wanted}, which is not to its left"
    return ""


def construct_problem(importer: str, node: ast.AST) -> str:
    """Why a piece of code must not be in a module of the package, "" when it may."""
    if isinstance(node, ast.Assert):
        return "has an assert"
    if isinstance(node, ast.JoinedStr):
        return "has an f-string"
    if isinstance(node, ast.Name) and node.id == "__import__" and importer != "app":
        return "imports by a computed name"
    if isinstance(node, ast.Attribute):
        if node.attr in MISSING_ATTRIBUTES or node.attr.startswith("ticks_"):
            return f"uses {node.attr}"
        inner = node.value
        if node.attr == "buffer" and isinstance(inner, ast.Attribute) and inner.attr == "stdin":
            return "uses stdin.buffer"
    return ""


def problems(importer: str, source: str) -> list[str]:
    """Everything that is wrong with a module of the package."""
    tree = ast.parse(source)
    found = [] if known(importer) else ["has no layer: name it in LAYERS"]
    if not found:
        found += [import_problem(importer, module, name) for module, name in imports(tree)]
    found += [construct_problem(importer, node) for node in ast.walk(tree)]
    return [problem for problem in found if problem]


def test_each_layer_is_named_once() -> None:
    assert len(set(LAYERS)) == len(LAYERS)


def test_there_are_modules_to_look_at() -> None:
    assert {"const", "cards", "variants", "game", "deals"} <= set(package_modules())


@pytest.mark.parametrize("module", package_modules())
def test_module_keeps_to_its_layer_and_to_what_boards_have(module: str) -> None:
    assert problems(module, package_modules()[module].read_text()) == []


def test_package_itself_holds_no_code() -> None:
    tree = ast.parse((DEVICE / PACKAGE / "__init__.py").read_text())
    assert ast.get_docstring(tree)
    assert len(tree.body) == 1


def test_only_the_roots_import_hardware() -> None:
    for path in device_files("."):
        wanted = [module for module, _ in imports(ast.parse(path.read_text()))]
        if "root" not in path.relative_to(DEVICE).parts:
            assert "hardware" not in wanted, path


WRONG = {
    "right neighbour": ("cards", "from eightoff import game"),
    "right neighbour by name": ("cards", "from eightoff.variants import find"),
    "itself": ("game", "from eightoff.game import Game"),
    "inside a function": ("cards", "def f():\n    from eightoff import game"),
    "plain import": ("cards", "import eightoff.game"),
    "another screen": ("screens.won", "from eightoff.screens import packs"),
    "another screen by name": ("screens.won", "from eightoff.screens.packs import Packs"),
    "app from a screen": ("screens.won", "from eightoff import app"),
    "unknown import": ("app", "from eightoff import nothing"),
    "unknown module": ("nothing", ""),
    "private name": ("game", "from eightoff.cards import _X"),
    "star": ("game", "from eightoff.cards import *"),
    "relative": ("game", "from . import cards"),
    "hardware": ("app", "import hardware"),
    "clock": ("app", "import time"),
    "pins": ("app", "from machine import Pin"),
    "micropython": ("game", "import micropython"),
    "more than const": ("const", "from micropython import native"),
    "assert": ("game", "assert True"),
    "f-string": ("game", "x = f'{1}'"),
    "computed import": ("journal", "__import__('x')"),
    "ticks": ("app", "t.ticks_ms()"),
    "stdin.buffer": ("app", "sys.stdin.buffer.read(1)"),
    "print_exception": ("app", "sys.print_exception(e)"),
}


@pytest.mark.parametrize("case", WRONG)
def test_breach_is_found(case: str) -> None:
    assert len(problems(*WRONG[case])) == 1


RIGHT = {
    "left": ("game", "from eightoff.cards import DECK\nfrom eightoff import variants"),
    "plain": ("game", "import eightoff.cards"),
    "package": ("app", "import eightoff"),
    "screen": ("screens.won", "from eightoff.screens.listing import Listing\nimport gc"),
    "const": ("const", "from micropython import const"),
    "app": ("app", "__import__('eightoff.screens.won')"),
    "formatting": ("text", "x = '%d' % 1"),
}


@pytest.mark.parametrize("case", RIGHT)
def test_what_is_allowed_passes(case: str) -> None:
    assert problems(*RIGHT[case]) == []
