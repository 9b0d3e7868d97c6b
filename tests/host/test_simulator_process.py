"""The board as a process: screen, keys, clock, serial line, start, stop and power cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
import serial
from eightoff_host.errors import UserError
from eightoff_host.simulator import DeviceError, Key, Simulator
from eightoff_host.simulator.process import ALL_KEYS, find_interpreter, this_python
from samples import ask, interpreter, line_to, sample_files

Start = Callable[..., Simulator]


@pytest.fixture(params=["micropython", "cpython"])
def start(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Start]:
    """Starts the sample program on one interpreter, in the same folder every time."""
    chosen = interpreter(request.param)
    with ExitStack() as stack:

        def start_one(**options: object) -> Simulator:
            options = {"virtual": True, "files": sample_files(), **options}
            made = Simulator(tmp_path / "sim", interpreter=chosen, **options)  # type: ignore[arg-type]
            return stack.enter_context(made)

        yield start_one


def keys_shown(simulator: Simulator) -> Key:
    """The keys whose boxes are filled on the screen."""
    picture = simulator.picture()
    return Key(sum(1 << i for i in range(6) if picture[5, 6 + 10 * i]))


def presses_shown(simulator: Simulator) -> int:
    """How many presses the screen counts."""
    return int(simulator.picture()[63, 64:].sum())


def test_first_screen_is_there_after_start(start: Start) -> None:
    simulator = start()
    picture = simulator.picture()
    assert picture[2, 2:10].all()
    assert keys_shown(simulator) == Key(0)
    assert simulator.stderr == ""
    assert simulator.now == 0


@pytest.mark.parametrize("virtual", [True, False])
def test_keys_reach_the_program(start: Start, virtual: bool) -> None:
    simulator = start(virtual=virtual)
    for count, key in enumerate(Key, 1):
        simulator.press(key)
        assert keys_shown(simulator) == key
        simulator.release(key)
        assert keys_shown(simulator) == Key(0)
        assert presses_shown(simulator) == count
    simulator.press(Key.UP)
    simulator.press(Key.A)
    assert keys_shown(simulator) == Key.UP | Key.A
    simulator.release(Key.UP)
    assert keys_shown(simulator) == Key.A
    simulator.release()
    assert keys_shown(simulator) == Key(0)


def test_tap_holds_the_key_for_its_time(start: Start) -> None:
    simulator = start()
    simulator.tap(Key.B, 500)
    assert simulator.now == 560
    assert presses_shown(simulator) == 1
    assert keys_shown(simulator) == Key(0)


def test_keys_that_the_board_lacks_do_nothing(start: Start) -> None:
    simulator = start(keys=Key.LEFT | Key.RIGHT | Key.A)
    simulator.press(ALL_KEYS)
    assert keys_shown(simulator) == Key.LEFT | Key.RIGHT | Key.A
    with line_to(simulator) as port:
        assert ask(port, "about").split()[-2] == str(4 + 8 + 16)


def test_virtual_clock_moves_only_when_told(start: Start) -> None:
    simulator = start(date=1000)
    with line_to(simulator) as port:
        assert ask(port, "time") == "0 1000"
        simulator.advance(12_345)
        assert ask(port, "time") == "12345 1012"
        simulator.advance(3_600_000)
        assert ask(port, "time") == "3612345 4612"
        simulator.advance(0)
        assert simulator.now == 3_612_345


def test_ticks_wrap_at_two_to_the_29(start: Start, tmp_path: Path) -> None:
    # Idling for longer than the wrap takes one step, so this is quick.
    program = tmp_path / "long.py"
    program.write_text("import hardware\nwhile True:\n    hardware.idle(1 << 29)\n")
    simulator = start(files=sample_files(program))
    simulator.advance((1 << 29) - 1)
    assert simulator.now == (1 << 29) - 1
    simulator.advance(3)
    assert simulator.now == 2


def test_scripted_runs_are_the_same_every_time(start: Start) -> None:
    reports = []
    for _ in range(2):
        simulator = start(date=0)
        for key in (Key.A, Key.LEFT, Key.A):
            simulator.tap(key)
            simulator.advance(777)
        reports.append((simulator.now, simulator.changes, simulator.display.wire_bytes))
        simulator.stop()
    assert reports[0] == reports[1]


@pytest.mark.parametrize("virtual", [True, False])
def test_serial_line_works_while_the_screen_is_used(start: Start, virtual: bool) -> None:
    simulator = start(virtual=virtual)
    with line_to(simulator) as port:
        for i in range(30):
            assert ask(port, f"hello {i}") == f"HELLO {i}"
            simulator.press(Key.A)
            simulator.release(Key.A)
    assert presses_shown(simulator) == 30


def test_serial_line_survives_a_client_that_comes_and_goes(start: Start) -> None:
    simulator = start()
    for _ in range(3):
        with line_to(simulator) as port:
            assert ask(port, "again") == "AGAIN"


def test_every_byte_passes_the_serial_line(start: Start, tmp_path: Path) -> None:
    program = tmp_path / "echo.py"
    program.write_text(
        "import hardware\n"
        "b = bytearray(64)\n"
        "while True:\n"
        "    n = hardware.link.read(b)\n"
        "    hardware.link.write(b, n)\n"
        "    hardware.idle(1000)\n"
    )
    simulator = start(files=sample_files(program))
    content = bytes(range(256)) * 4
    with line_to(simulator) as port:
        port.write(content)
        assert port.read(len(content)) == content


def test_program_that_nobody_reads_does_not_hang(start: Start, tmp_path: Path) -> None:
    program = tmp_path / "talker.py"
    program.write_text(
        "import hardware\n"
        "b = bytearray(1000)\n"
        "for i in range(200):\n"
        "    hardware.link.write(b, 1000)\n"
        "hardware.canvas.fill(0, 0, 9, 9, 1)\n"
        "hardware.canvas.show()\n"
        "while True:\n"
        "    hardware.idle(1000)\n"
    )
    assert start(files=sample_files(program)).picture()[:9, :9].all()


def test_name_says_what_runs(start: Start) -> None:
    simulator = start()
    with line_to(simulator) as port:
        name = ask(port, "about")
    known = "MicroPython 1." if simulator.interpreter.is_micropython else "CPython 3."
    assert name.startswith("Simulator, " + known)


def test_free_space_is_the_capacity_less_the_files(start: Start) -> None:
    simulator = start(capacity=5000)
    with line_to(simulator) as port:
        assert ask(port, "about").split()[-1] == "5000"
        ask(port, "save " + "x" * 45)
        assert ask(port, "about").split()[-1] == "4955"


@pytest.mark.parametrize("end", [Simulator.stop, Simulator.kill])
def test_data_survive_and_the_program_is_refreshed(
    start: Start, end: Callable[[Simulator], None]
) -> None:
    simulator = start()
    with line_to(simulator) as port:
        assert ask(port, "save this and that") == "saved"
    end(simulator)
    stray = simulator.board / "eightoff" / "stray.py"
    stray.write_text("left over from an older version")
    again = start()
    with line_to(again) as port:
        assert ask(port, "load") == "this and that"
    assert not stray.exists()


def test_same_object_starts_again(start: Start) -> None:
    simulator = start()
    simulator.tap(Key.A)
    simulator.kill()
    simulator.start()
    assert presses_shown(simulator) == 0
    assert simulator.now == 0


def test_power_cut_takes_the_serial_line_away(start: Start) -> None:
    simulator = start()
    with line_to(simulator) as port:
        assert ask(port, "here") == "HERE"
        simulator.kill()
        with pytest.raises(serial.SerialException):
            ask(port, "gone")


def test_crash_is_told_with_its_report(start: Start) -> None:
    simulator = start()
    with line_to(simulator) as port:
        port.write(b"crash\n")
        with pytest.raises(DeviceError, match="ValueError: as you wish") as caught:
            while True:
                simulator.wait_until_idle()
    assert "Traceback" in caught.value.report
    assert "in _answer" in caught.value.report
    assert caught.value.status == 1
    assert "\n" not in str(caught.value)
    for call in (simulator.picture, simulator.wait_until_idle, lambda: simulator.tap(Key.A)):
        with pytest.raises(DeviceError):
            call()
    simulator.stop()


def test_crash_before_the_first_screen_fails_the_start(start: Start, tmp_path: Path) -> None:
    program = tmp_path / "broken.py"
    program.write_text("import nothing_of_this_name\n")
    with pytest.raises(DeviceError, match="nothing_of_this_name"):
        start(files=sample_files(program))
    program.write_text("import hardware\n")
    with pytest.raises(DeviceError, match="exit status 0"):
        start(files=sample_files(program))


def test_stop_lets_the_program_finish(start: Start, tmp_path: Path) -> None:
    program = tmp_path / "tidy.py"
    program.write_text(
        "import hardware\n"
        "try:\n"
        "    while True:\n"
        "        hardware.idle(1000)\n"
        "finally:\n"
        "    open('data_written', 'w').close()\n"
    )
    simulator = start(files=sample_files(program))
    simulator.stop()
    assert (simulator.board / "data_written").exists()
    with pytest.raises(RuntimeError, match="not running"):
        simulator.picture()


def test_stopped_program_leaves_no_process_and_no_open_file(start: Start) -> None:
    files = Path("/proc/self/fd")
    if not files.exists():
        pytest.skip("no /proc here to count open files in")
    before = len(list(files.iterdir()))
    for end in (Simulator.stop, Simulator.kill):
        simulator = start()
        process = simulator._process
        assert process is not None
        end(simulator)
        assert process.returncode is not None
    assert len(list(files.iterdir())) == before


def test_one_folder_serves_one_simulator(start: Start) -> None:
    first = start()
    with pytest.raises(UserError, match="another simulator"):
        start()
    assert np.array_equal(first.picture(), first.picture())
    first.stop()
    assert presses_shown(start()) == 0


def test_several_threads_may_use_it_at_once(start: Start) -> None:
    simulator = start()

    def use(key: Key) -> None:
        for _ in range(50):
            simulator.press(key)
            simulator.advance(10)
            simulator.picture()
            simulator.wait_until_idle()
            simulator.release(key)

    with ThreadPoolExecutor(3) as pool:
        for done in [pool.submit(use, key) for key in (Key.UP, Key.LEFT, Key.B)]:
            done.result()
    assert simulator.now == 3 * 50 * 10
    assert keys_shown(simulator) == Key(0)


def test_folder_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot use the folder"):
        Simulator(tmp_path / "file" / "sim").start()


def test_set_keys_and_wait_for_change(start: Start) -> None:
    simulator = start(virtual=False)
    changes = simulator.changes
    simulator.set_keys(Key.A)
    assert simulator.wait_for_change(changes, 10) > changes
    simulator.wait_until_idle()
    assert keys_shown(simulator) == Key.A
    changes = simulator.changes
    assert simulator.wait_for_change(changes, 0) == changes


def test_heap_is_limited_on_micropython(tmp_path: Path) -> None:
    interpreter("micropython")
    program = tmp_path / "greedy.py"
    program.write_text("import hardware\nb = bytearray(60000)\nhardware.idle(1000)\n")
    with (
        pytest.raises(DeviceError, match="MemoryError"),
        Simulator(tmp_path / "sim", heap="64k", virtual=True, files=sample_files(program)),
    ):
        raise AssertionError("64 KiB of heap held 60,000 bytes and the driver")


def test_without_micropython_this_python_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    chosen = find_interpreter()
    assert chosen == this_python()
    assert f"runs on {chosen.name}" in chosen.notice
    assert chosen.name.startswith("CPython 3.")
    assert not chosen.is_micropython
