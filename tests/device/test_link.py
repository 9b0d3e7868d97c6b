"""Frames: known bytes, every size, junk between them, and whatever a line can do to them."""

import struct
from binascii import a2b_base64, b2a_base64, crc32

from eightoff import frames, link
from positions import ON_MICROPYTHON, skip


def frame(op, seq, payload):
    encoder = frames.Encoder()
    encoder.payload[: len(payload)] = payload
    length = encoder.encode(op, seq, len(payload))
    return bytes(encoder.frame[:length])


def decoded(stream, piece=1000):
    """Return (op, seq, payload) of every frame that a stream holds, fed in pieces."""
    decoder = frames.Decoder()
    found = []
    for start in range(0, len(stream), piece):
        part = stream[start : start + piece]
        at = 0
        while at < len(part):
            at = decoder.feed(part, at, len(part))
            if decoder.ready:
                found.append((decoder.op, decoder.seq, bytes(decoder.payload)))
    return found


def test_a_frame_is_these_bytes():
    raw = b"\x01\x07"
    assert frame(1, 7, b"") == b"~" + b2a_base64(raw + struct.pack("<I", crc32(raw)))
    assert a2b_base64(frame(9, 255, b"abc")[1:])[:5] == b"\x09\xffabc"


def test_every_size_goes_through():
    for size in range(frames.PAYLOAD_MAX + 1):
        payload = bytes((size * 7 + i) & 255 for i in range(size))
        line = frame(4, size & 255, payload)
        assert len(line) <= frames.FRAME_MAX
        assert line[-1:] == b"\n" and line.count(b"\n") == 1
        assert decoded(line) == [(4, size & 255, payload)]
    assert len(line) == frames.FRAME_MAX


def test_too_much_is_refused():
    try:
        frames.Encoder().encode(4, 0, frames.PAYLOAD_MAX + 1)
    except ValueError:
        return
    raise AssertionError("not refused")


def test_a_frame_holds_no_byte_that_interrupts_a_program():
    for value in range(256):
        line = frame(4, value, bytes((value,)) * frames.PAYLOAD_MAX)
        assert min(line[:-1]) > 32 and max(line) < 127


def test_pieces_of_any_size_make_the_same_frames():
    stream = frame(1, 0, b"") + frame(4, 1, b"some content") + frame(7, 2, b"\x00" * 100)
    wanted = [(1, 0, b""), (4, 1, b"some content"), (7, 2, b"\x00" * 100)]
    for piece in (1, 2, 3, 7, 64, 500):
        assert decoded(stream, piece) == wanted


def test_junk_before_and_between_frames_changes_nothing():
    one = frame(1, 1, b"one")
    two = frame(2, 2, b"two")
    wanted = [(1, 1, b"one"), (2, 2, b"two")]
    for junk in (
        b"\r\x02",
        b"\x03\x03",
        b"MicroPython v1.29\r\n>>> ",
        b"~",
        b"~~~\n\n",
        one[:9],
        b"~" + b"A" * 1000,
        b"x" * 2000,
        bytes(range(256)),
        b"~AAAA\n",
    ):
        assert decoded(junk + one + junk + two) == wanted, junk
    assert decoded(one[:-1] + b"\r\n" + two) == wanted


def test_a_line_that_is_too_long_is_dropped_to_its_end():
    body = frame(1, 1, b"one")[1:]
    assert decoded(b"~" + b"A" * 300 + body) == []
    assert decoded(b"~" + b"A" * 300 + body + frame(2, 2, b"")) == [(2, 2, b"")]


def test_a_damaged_frame_is_not_one():
    # Some bits of the last letters of base64 carry nothing: then it is the frame all the same.
    line = frame(4, 9, b"a piece of a pack")
    possible = ([], [(4, 9, b"a piece of a pack")])
    for at in range(1, len(line) - 1):
        for bit in range(8):
            changed = bytearray(line)
            changed[at] ^= 1 << bit
            assert decoded(bytes(changed)) in possible
    for cut in range(1, len(line) - 1):
        assert decoded(line[:cut] + line[cut + 1 :]) in possible
        assert decoded(line[:cut] + b"\n") in possible


def test_bytes_between_frames_take_no_memory():
    if not ON_MICROPYTHON:
        skip("only MicroPython can lock its heap")
    import micropython

    decoder = frames.Decoder()
    junk = b"~AB C\x00" + b"x" * 300 + b"~" + b"A" * 200
    end = len(junk)
    micropython.heap_lock()
    try:
        at = decoder.feed(junk, 0, end)
    finally:
        micropython.heap_unlock()
    assert at == end


def test_texts_stand_behind_their_length():
    buffer = memoryview(bytearray(12))
    assert link.put_text(buffer, 1, "é-x") == 6
    assert link.get_text(buffer[:6], 1) == "é-x"
    for cut in range(6):
        try:
            link.get_text(buffer[:cut], 1)
        except ValueError:
            continue
        raise AssertionError(cut)
    try:
        link.put_text(buffer, 0, "twelve bytes")
    except ValueError:
        return
    raise AssertionError("not refused")
