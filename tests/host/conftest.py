"""What several of the host's tests need."""

import pytest


@pytest.fixture
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    # A lost frame costs its wait; nothing is late on a pty.
    monkeypatch.setattr("eightoff_host.board._SECONDS", 0.15)
    monkeypatch.setattr("eightoff_host.board._COMMIT_SECONDS", 0.3)
    monkeypatch.setattr("eightoff_host.boards._TRY_SECONDS", 0.15)
