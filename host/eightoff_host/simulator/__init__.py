"""The game on a PC: the device program as a process, with its screen, keys and serial line."""

import sys

from eightoff_host.errors import UserError

if sys.platform == "win32":
    raise UserError("the simulator needs Linux or macOS: on Windows, run it in WSL")

from eightoff_host.simulator.process import DeviceError, Key, Simulator

__all__ = ["DeviceError", "Key", "Simulator"]
