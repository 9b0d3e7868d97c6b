"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def replace(path: Path, content: bytes) -> None:
    """Put a file with this content in the place of `path`: the old one stays until the new one is
    whole, whenever the power goes. OSError.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
