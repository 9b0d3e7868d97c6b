"""The game on a PC: the device program as a process, with its screen, keys and serial line."""

from eightoff_host.simulator.process import DeviceError, Key, Simulator

__all__ = ["DeviceError", "Key", "Simulator"]
