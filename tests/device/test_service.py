"""The board's end of the link: packs come and go, results leave, and every request may repeat."""

import struct

from eightoff import frames, link
from eightoff.arrivals import RESERVE
from eightoff.packhead import BAD_RULES
from eightoff.records import WON, Attempt
from eightoff.service import Service
from sample_pack import body, build, header, opened
from stores import MemoryStore, PowerCutError
from test_journal import Player

PACK = build()
CRC = opened(PACK).crc
OTHER = build(tuple(range(1, 200)))
OTHER_CRC = opened(OTHER).crc


class RequestError(Exception):
    """What the board answered: code and detail."""


class Board:
    """A service over a store, asked in whole frames as they go over the wire."""

    def __init__(self, store=None):
        self.store = store or MemoryStore()
        self.player = Player(self.store)
        self.clock = 0
        self.service = Service(self.store, self.player.journal, "Test board", self.set_clock)
        self.encoder = frames.Encoder()
        self.decoder = frames.Decoder()
        self.seq = 0

    def set_clock(self, seconds):
        self.clock = seconds

    def ask(self, op, payload=b""):
        """Return the answer's payload. RequestError(code, detail) when it is refused."""
        self.seq = self.seq + 1 & 255
        self.encoder.payload[: len(payload)] = payload
        size = self.encoder.encode(op, self.seq, len(payload))
        decoder = self.decoder
        assert decoder.feed(self.encoder.frame, 0, size) == size and decoder.ready
        size = self.service.handle(decoder.op, decoder.seq, decoder.payload)
        assert decoder.feed(self.service.frame, 0, size) == size and decoder.ready
        assert decoder.seq == self.seq
        if decoder.op == link.ERROR:
            raise RequestError(*struct.unpack_from(link.ERROR_ANSWER, decoder.payload, 0))
        assert decoder.op == op | link.ANSWER
        return bytes(decoder.payload)

    def put(self, name, content, crc):
        return number(self.ask(link.PUT, transfer(name, content, crc)))

    def data(self, content, crc, at, size=link.DATA_MAX):
        piece = struct.pack(link.DATA_HEAD, crc, at) + content[at : at + size]
        return number(self.ask(link.DATA, piece))

    def commit(self, name, content, crc):
        return number(self.ask(link.COMMIT, transfer(name, content, crc)))

    def push(self, name, content, crc):
        at = self.put(name, content, crc)
        while at < len(content):
            at = self.data(content, crc, at)
        return self.commit(name, content, crc)

    def list(self, first=0):
        """Return (name, size, crc, deals, error, title) of all packs."""
        found = []
        more = 1
        while more:
            answer = self.ask(link.LIST, struct.pack("<H", first + len(found)))
            more = answer[0]
            at = 1
            while at < len(answer):
                name = link.get_text(answer, at)
                at += 1 + answer[at]
                fields = struct.unpack_from(link.LISTED, answer, at)
                at += struct.calcsize(link.LISTED)
                found.append((name,) + fields + (link.get_text(answer, at),))
                at += 1 + answer[at]
        return found


def number(payload):
    return struct.unpack("<I", payload)[0]


def text(name):
    raw = name.encode()
    return bytes((len(raw),)) + raw


def transfer(name, content, crc):
    return text(name) + struct.pack(link.TRANSFER, len(content), crc)


def refusal(action):
    """Return code and detail of the error that an action ends in."""
    try:
        action()
    except RequestError as error:
        return error.args
    raise AssertionError("not refused")


def test_hello_says_who_and_how_far():
    board = Board()
    answer = board.ask(link.HELLO)
    protocol, identity, free, last, acknowledged = struct.unpack_from(link.HELLO_ANSWER, answer, 0)
    assert (protocol, last, acknowledged) == (link.PROTOCOL, 0, 0)
    assert identity == bytes(board.player.journal.id)
    assert free == board.store.free()
    assert link.get_text(answer, struct.calcsize(link.HELLO_ANSWER)) == "Test board"
    board.store.room = 1 << 40
    board.ask(link.HELLO)


def test_a_pack_arrives_and_is_listed():
    board = Board()
    assert board.list() == []
    assert board.push("first", PACK, CRC) == len(PACK)
    assert board.store.files["first.pack"] == PACK
    assert board.list() == [("first", len(PACK), CRC, 3, 0, "Sample")]
    assert (board.service.delivery().arrivals.done, board.service.delivery().arrivals.total) == (
        0,
        0,
    )
    assert board.service.delivery().arrivals.head("first").count == 3


def test_progress_can_be_seen():
    board = Board()
    board.put("other", OTHER, OTHER_CRC)
    board.data(OTHER, OTHER_CRC, 0)
    assert (board.service.delivery().arrivals.done, board.service.delivery().arrivals.total) == (
        link.DATA_MAX,
        len(OTHER),
    )


def test_a_pack_that_is_there_is_not_sent_again():
    board = Board()
    board.push("first", PACK, CRC)
    assert board.put("first", PACK, CRC) == len(PACK)
    assert board.commit("first", PACK, CRC) == len(PACK)


def test_a_pack_that_was_damaged_on_the_board_is_sent_again():
    board = Board()
    board.push("first", PACK, CRC)
    changed = bytearray(PACK)
    changed[-1] ^= 1
    board.store.files["first.pack"] = bytes(changed)
    assert board.put("first", PACK, CRC) == 0
    board.push("first", PACK, CRC)
    assert board.store.files["first.pack"] == PACK


def test_pieces_out_of_order_are_answered_with_what_is_wanted():
    board = Board()
    board.put("other", OTHER, OTHER_CRC)
    assert board.data(OTHER, OTHER_CRC, 100) == 0
    assert board.data(OTHER, OTHER_CRC, 0, 100) == 100
    assert board.data(OTHER, OTHER_CRC, 0, 100) == 100
    assert board.data(OTHER, OTHER_CRC, 272) == 100
    assert board.push("other", OTHER, OTHER_CRC) == len(OTHER)
    assert board.store.files["other.pack"] == OTHER


def test_a_transfer_goes_on_where_it_was_cut():
    board = Board()
    at = board.put("other", OTHER, OTHER_CRC)
    for _ in range(5):
        at = board.data(OTHER, OTHER_CRC, at)
    board = Board(board.store)
    assert refusal(lambda: board.data(OTHER, OTHER_CRC, at)) == (link.NO_TRANSFER, 0)
    assert board.put("other", OTHER, OTHER_CRC) == at
    board.push("other", OTHER, OTHER_CRC)
    assert board.store.files["other.pack"] == OTHER
    assert not [name for name in board.store.files if name.endswith(".part")]


def test_a_piece_of_another_pack_is_not_taken():
    board = Board()
    board.put("other", OTHER, OTHER_CRC)
    assert refusal(lambda: board.data(PACK, CRC, 0)) == (link.NO_TRANSFER, 0)
    assert board.data(OTHER, OTHER_CRC, 0) == link.DATA_MAX


def test_a_commit_too_early_keeps_what_is_there():
    board = Board()
    board.put("other", OTHER, OTHER_CRC)
    at = board.data(OTHER, OTHER_CRC, 0)
    assert refusal(lambda: board.commit("other", OTHER, OTHER_CRC)) == (link.NO_TRANSFER, 0)
    assert board.put("other", OTHER, OTHER_CRC) == at


def test_wrong_content_is_removed_and_the_old_pack_stays():
    board = Board()
    board.push("first", PACK, CRC)
    wrong = bytearray(OTHER)
    wrong[500] ^= 1
    foreign = build((7, 8))
    for content, crc in ((bytes(wrong), OTHER_CRC), (foreign, OTHER_CRC), (b"x" * 200, 1)):
        code = refusal(lambda: board.push("first", content, crc))  # noqa: B023 - called at once
        assert code == (link.WRONG_CONTENT, 0)
        assert list(board.list()[0][:3]) == ["first", len(PACK), CRC]
        assert board.put("first", content, crc) == 0
    content = body((1,))
    strange = header(content, 1, record=bytes(24)) + content
    assert refusal(lambda: board.push("first", strange, 1)) == (link.BAD_PACK, BAD_RULES)


def test_a_pack_can_be_replaced_and_deleted_twice():
    board = Board()
    board.push("first", PACK, CRC)
    board.push("first", OTHER, OTHER_CRC)
    assert board.list() == [("first", len(OTHER), OTHER_CRC, 199, 0, "Sample")]
    for _ in range(2):
        assert board.ask(link.DELETE, text("first")) == b""
        assert board.list() == []


def test_only_one_transfer_takes_room():
    board = Board()
    for name in ("one", "two"):
        board.put(name, OTHER, OTHER_CRC)
        board.data(OTHER, OTHER_CRC, 0)
    parts = [name for name in board.store.files if name.endswith(".part")]
    assert len(parts) == 1 and parts[0].startswith("two.")
    board.ask(link.DELETE, text("two"))
    assert not [name for name in board.store.files if name.endswith(".part")]


def test_names_cannot_leave_the_folder():
    board = Board()
    for name in ("../x", "a/b", "a.b", "", "x" * 25, "X", "a\\b", "a\x00", "con "):
        payload = text(name) + struct.pack(link.TRANSFER, len(PACK), CRC)
        for op in (link.PUT, link.COMMIT):
            assert refusal(lambda: board.ask(op, payload)) == (link.BAD_NAME, 0)  # noqa: B023
        assert refusal(lambda: board.ask(link.DELETE, text(name))) == (link.BAD_NAME, 0)  # noqa: B023
    assert len(board.store.files) == 1  # the journal


def test_a_pack_that_does_not_fit_is_refused_before_it_is_sent():
    board = Board()
    board.store.room = RESERVE + len(OTHER) - 1
    wanted = (link.FULL, board.store.room)
    assert refusal(lambda: board.put("other", OTHER, OTHER_CRC)) == wanted
    assert board.put("first", PACK, CRC) == 0
    huge = text("huge") + struct.pack(link.TRANSFER, 0xFFFFFFFF, 1)
    assert refusal(lambda: board.ask(link.PUT, huge))[0] == link.FULL


def test_a_flash_that_fills_up_in_a_transfer_is_told_and_keeps_what_came():
    board = Board()
    at = board.put("other", OTHER, OTHER_CRC)
    at = board.data(OTHER, OTHER_CRC, at)
    board.store.room = 50
    assert refusal(lambda: board.data(OTHER, OTHER_CRC, at)) == (link.FULL, 0)
    board.store.room = 1 << 20
    assert board.put("other", OTHER, OTHER_CRC) == at + 50
    board.push("other", OTHER, OTHER_CRC)
    assert board.store.files["other.pack"] == OTHER


def test_a_power_cut_at_any_byte_of_a_push_ends_in_the_old_or_the_new_pack():
    cut = 0
    while True:
        board = Board()
        board.push("first", PACK, CRC)
        board.store.cut_after = cut
        try:
            board.push("first", OTHER, OTHER_CRC)
            break
        except PowerCutError:
            pass
        board = Board(MemoryStore(board.store.files))
        assert board.store.files["first.pack"] in (PACK, OTHER)
        board.push("first", OTHER, OTHER_CRC)
        assert board.store.files["first.pack"] == OTHER
        cut += 97 if cut < len(OTHER) - 5 else 1
    assert cut > len(OTHER)


def test_a_complete_pack_that_lost_its_name_gets_it_back():
    board = Board()
    board.put("first", PACK, CRC)
    at = 0
    while at < len(PACK):
        at = board.data(PACK, CRC, at)
    assert "first.pack" not in board.store.files
    board = Board(board.store)
    board.service.delivery().arrivals.recover()
    assert board.store.files["first.pack"] == PACK


def test_damaged_and_foreign_files_are_listed_or_passed_over():
    board = Board()
    board.store.files["bad.pack"] = PACK[:-1] + b"x"
    board.store.files["worse.pack"] = PACK[:40]
    board.store.files["Not A Name.pack"] = PACK
    board.store.files["notes.txt"] = b"hello"
    board.store.files["odd.part"] = b""
    listed = {entry[0]: entry[1:] for entry in board.list()}
    assert set(listed) == {"bad", "worse"}
    assert listed["bad"] == (len(PACK), CRC, 3, 0, "Sample")  # found when it is read
    assert listed["worse"][0] == 40 and listed["worse"][3] != 0


def test_a_long_list_comes_in_pages():
    board = Board()
    for i in range(26):
        board.store.files["pack-" + chr(97 + i) + ".pack"] = PACK
    assert [entry[0] for entry in board.list()] == ["pack-" + chr(97 + i) for i in range(26)]
    assert board.list(26) == []
    assert board.list(65535) == []


def test_results_leave_and_are_acknowledged():
    board = Board()
    for _ in range(7):
        board.player.start(1)
        board.player.finish(WON)
    seqs = []
    more = 1
    while more:
        answer = board.ask(link.RESULTS, struct.pack("<I", len(seqs)))
        more = answer[0]
        at = 1
        while at < len(answer):
            attempt = Attempt()
            attempt.get_result(answer, at + 1, at + 1 + answer[at])
            assert (attempt.pack, attempt.entry, attempt.number()) == (CRC, 1, 5005)
            seqs.append(attempt.seq)
            at += 1 + answer[at]
    assert seqs == list(range(1, 8))
    assert refusal(lambda: board.ask(link.ACK, struct.pack("<I", 8))) == (link.NOT_THAT_FAR, 7)
    for seq, wanted in ((5, 5), (3, 5), (7, 7), (7, 7)):
        assert number(board.ask(link.ACK, struct.pack("<I", seq))) == wanted
    assert board.player.journal.acknowledged == 7


def test_a_full_flash_is_told_when_results_are_acknowledged():
    board = Board()
    board.player.start(1)
    board.player.finish(WON)
    board.store.room = 0
    assert refusal(lambda: board.ask(link.ACK, struct.pack("<I", 1))) == (link.FULL, 0)


def test_the_clock_can_be_set():
    board = Board()
    board.ask(link.CLOCK, struct.pack("<I", 0xFFFFFFFF))
    assert board.clock == 0xFFFFFFFF


def test_every_other_payload_is_refused():
    board = Board()
    good = transfer("first", PACK, CRC)
    for op in range(2, 10):
        for payload in (
            b"",
            b"\xff",
            b"\x05firs",
            good[:-1],
            good + b"x",
            b"\x00" * 3,
            b"\xff" * 180,
        ):
            try:
                board.ask(op, payload)
            except RequestError as error:
                assert error.args[0] in (link.MALFORMED, link.BAD_NAME, link.NO_TRANSFER)
            else:
                raise AssertionError((op, payload))
    for op in (0, 10, 0x7F):
        assert refusal(lambda: board.ask(op, b"")) == (link.NO_SUCH_OP, 0)  # noqa: B023
    assert board.service.handle(0x81, 1, memoryview(b"")) == 0
    assert board.service.handle(0xFF, 1, memoryview(b"")) == 0
