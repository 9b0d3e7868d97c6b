"""What boards share: canvases, display drivers and key reading. Installed beside hardware.py."""
