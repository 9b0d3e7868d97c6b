"""Requests and answers over an open serial port. What they mean is for `board`.

Errors here are of the line, not for the user: `board` turns them into sentences.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from eightoff import frames, link

TRIES = 5
_PIECE = 4096


class TransportError(Exception):
    """The line did not do what it should."""


class NoAnswerError(TransportError):
    """Nothing that could be understood came back in time."""


class PortGoneError(TransportError):
    """The port went away or takes nothing any more."""


@dataclass(frozen=True)
class Answer:
    """An answer of the board: link.ERROR or the request's op | link.ANSWER; seq; payload."""

    op: int
    seq: int
    payload: bytes


class Transport:
    """Frames over a port, an open `serial.Serial` whose reads wait a moment. Not for threads."""

    def __init__(self, port: Any) -> None:
        self._port = port
        self._encoder = frames.Encoder()
        self._decoder = frames.Decoder()
        self._seq = 0
        self._arrived = b""
        self._at = 0

    def close(self) -> None:
        """Close the port."""
        self._port.close()

    def send(self, op: int, payload: bytes) -> int:
        """Send a request; returns its seq. PortGoneError."""
        self._seq = self._seq + 1 & 0xFF
        self._write(op, self._seq, payload)
        return self._seq

    def receive(self, seconds: float) -> Answer | None:
        """The next answer, or None when none came within that time. PortGoneError."""
        end = time.monotonic() + seconds
        decoder = self._decoder
        while True:
            while self._at < len(self._arrived):
                self._at = decoder.feed(self._arrived, self._at, len(self._arrived))
                # A terminal or a prompt may echo our own requests: those are no answers.
                if decoder.ready and decoder.op & link.ANSWER:
                    return Answer(decoder.op, decoder.seq, bytes(decoder.payload))
            if time.monotonic() >= end:
                return None
            self._arrived = self._read()
            self._at = 0

    def request(
        self, op: int, payload: bytes = b"", *, seconds: float = 1.0, tries: int = TRIES
    ) -> Answer:
        """Send a request, again when no answer comes in time, and return its answer.

        NoAnswerError after that many tries, PortGoneError.
        """
        seq = self.send(op, payload)
        for attempt in range(tries):
            if attempt:
                self._write(op, seq, payload)
            end = time.monotonic() + seconds
            while (left := end - time.monotonic()) > 0:
                answer = self.receive(left)
                if answer and answer.seq == seq and answer.op in (op | link.ANSWER, link.ERROR):
                    return answer
        raise NoAnswerError

    def _write(self, op: int, seq: int, payload: bytes) -> None:
        encoder = self._encoder
        encoder.payload[: len(payload)] = payload
        size = encoder.encode(op, seq, len(payload))
        try:
            self._port.write(bytes(encoder.frame[:size]))
        except OSError as error:
            raise PortGoneError from error

    def _read(self) -> bytes:
        try:
            arrived = self._port.read(max(1, min(self._port.in_waiting, _PIECE)))
        except (OSError, TypeError) as error:
            # pyserial runs into a TypeError where the port is closed under its hands.
            raise PortGoneError from error
        return bytes(arrived)
