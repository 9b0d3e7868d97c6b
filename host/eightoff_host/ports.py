"""Serial ports: which there are, and how one is opened."""

from __future__ import annotations

from typing import Any

import serial
from serial.tools import list_ports

from eightoff_host.errors import UserError

_BAUD = 115200
_READ_SECONDS = 0.02
_WRITE_SECONDS = 5


def usb_ports() -> list[str]:
    """Names of the serial ports on USB. Other ports are never tried unasked: what hangs there
    may be anything, and might not like being written to."""
    return sorted(port.device for port in list_ports.comports() if port.vid is not None)


def open_port(port: str) -> Any:
    """Open a serial port, or a URL that pyserial knows, for this process alone.

    Returns a `serial.Serial` whose reads wait 0.02 seconds. UserError when it cannot be opened.
    """
    try:
        return serial.serial_for_url(
            port,
            baudrate=_BAUD,
            timeout=_READ_SECONDS,
            write_timeout=_WRITE_SECONDS,
            exclusive=True,
        )
    except (OSError, ValueError) as error:
        raise UserError(_reason(port, error)) from error


def _reason(port: str, error: Exception) -> str:
    text = str(error).lower()
    if isinstance(error, ValueError):
        return f"{port!r} is no name of a serial port"
    if "no such file" in text or "filenotfound" in text:
        found = ", ".join(usb_ports())
        there = f"the ports found are {found}" if found else "no USB serial port was found"
        return f"there is no port {port}: {there}; is the board plugged in?"
    if "permission" in text or "access is denied" in text:
        return f"the port {port} may not be opened: join the group of serial ports (often dialout)"
    if "inappropriate ioctl" in text or "is a directory" in text:
        return f"{port} is no serial port"
    if "lock" in text or "busy" in text or "resource temporarily" in text:
        return f"the port {port} is in use by another program: close that one first"
    return f"the port {port} cannot be opened: {error}"
