"""The tests in tests/device once more, on a real MicroPython."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DEVICE = Path(__file__).resolve().parent / "device"
RUNNER = DEVICE / "run_micropython.py"
FILES = sorted(path.stem for path in DEVICE.glob("test_*.py"))


def micropython() -> str:
    beside = Path(sys.executable).parent / "micropython"
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if not found:
        pytest.skip("no MicroPython here: neither beside the Python in use nor on the PATH")
    return found


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [micropython(), *arguments], capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.parametrize("name", FILES)
def test_file_passes_on_micropython(name: str) -> None:
    done = run(str(RUNNER), name)
    assert done.returncode == 0, done.stdout + done.stderr


RUNNER_CASES = {
    "passing": ("def test_x(): pass", 0),
    "failing": ("def test_x(): raise AssertionError('wrong')", 1),
    "erring": ("def test_x(): return [][0]", 1),
    "empty": ("x = 1", 1),
    "broken": ("def test_x(:", 1),
    "skipped and passing": (
        "from positions import skip\ndef test_x(): skip('why')\ndef test_y(): pass",
        0,
    ),
}


@pytest.mark.parametrize("case", RUNNER_CASES)
def test_runner_exits_with_1_unless_tests_ran_and_passed(case: str, tmp_path: Path) -> None:
    source, status = RUNNER_CASES[case]
    (tmp_path / "sample.py").write_text(source)
    start = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); sys.path.insert(0, {str(DEVICE)!r})"
    )
    done = run("-c", f"{start}; import run_micropython; run_micropython.main(['sample'])")
    assert done.returncode == status, done.stdout + done.stderr
