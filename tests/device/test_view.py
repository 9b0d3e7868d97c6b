"""The board on the screen: what is drawn step by step is what would be drawn at once."""

from array import array

import locked
from backends.mono import Mono
from eightoff import cards, catalogue
from eightoff.canvas import LIT
from eightoff.cursor import Cursor
from eightoff.game import MOVES_MAX, OFF, SAFE
from eightoff.keys import LEFT, RIGHT, A, B
from eightoff.lettering import card as draw_card
from eightoff.view import View
from positions import (
    EVERY,
    ON_MICROPYTHON,
    Dice,
    board,
    dealt,
    each,
    lay,
    legal,
    move,
    run_down,
    same,
)

NONE = (-1, 0, -1, 0)
MADE_UP = (
    "ten-long 6655555555 0 - alternate any columns suit",
    "ten-cells 6655555555 8 - suit king none suit",
    "two qq 4 - alternate any none suit",
    "three hhh 1 0 suit-wrap king none suit",
    "seven 8887777 3 - none any one suit",
)


class Screen:
    """A game, drawn on a canvas as it goes."""

    def __init__(self, game):
        self.game = game
        self.canvas = Mono()
        self.view = View(self.canvas)
        self.view.set_rules(game.variant)
        self.cursor = Cursor(array("H", [0] * MOVES_MAX))
        self.cursor.refresh(game)
        self.wanted = NONE

    def highlight(self, wanted):
        self.wanted = wanted

    def follow_cursor(self):
        at = self.cursor
        if at.source < 0:
            self.highlight(NONE)
            return
        target = at.move >> 4 & 31 if at.choosing else -1
        self.highlight((at.source, at.move & 15, target, self.game.head(at.move)))

    def draw(self):
        self.view.highlight(*self.wanted)
        self.view.draw(self.game)

    def check(self, what):
        """Draw what changed, and fail unless it looks like all drawn anew."""
        self.draw()
        other = Screen(self.game)
        other.highlight(self.wanted)
        other.canvas.fill(0, 0, 128, 64, LIT)
        other.draw()
        if self.canvas.buffer != other.canvas.buffer:
            raise AssertionError(what + "\n" + differing(self.canvas, other.canvas))

    def touch_last(self, many):
        game = self.game
        for i in range(many):
            self.view.touch(game.history[game.played - 1 - i])

    def play(self, wanted, level):
        self.touch_last(self.game.play(wanted, level))
        self.cursor.refresh(self.game)

    def undo(self):
        many = self.game.undo()
        for i in range(many):
            self.view.touch(self.game.history[self.game.played + i])
        self.cursor.refresh(self.game)


def differing(one, other):
    """Where two pictures differ, as (x, y of the page) pairs."""
    places = [(at & 127, at >> 7 << 3) for at in range(1024) if one.buffer[at] != other.buffer[at]]
    return "differ at " + repr(places)


def at_random(screen, dice, steps):
    """Do what a player could do, in any order, looking at every picture."""
    game = screen.game
    for _ in range(steps):
        what = dice.below(10)
        if what < 5 and screen.cursor.count:
            played = screen.cursor.key(game, (LEFT, RIGHT, RIGHT, A, B)[what])
            if played:
                screen.play(played, SAFE if dice.below(2) else OFF)
        elif what < 8:
            choices = legal(game)
            if choices:
                choice = choices[dice.below(len(choices))]
                screen.cursor.suggest(game, choice)
                screen.follow_cursor()
                screen.check("suggested")
                screen.play(choice, OFF)
        elif what == 8:
            screen.undo()
        else:
            screen.highlight(NONE)
            screen.check("no highlight")
        screen.follow_cursor()
        screen.check("step")


def check_steps_look_like_all_drawn_anew(variant_id):
    steps = 20 if ON_MICROPYTHON else 30
    for number in (1, 5005):
        screen = Screen(dealt(variant_id, number))
        screen.check("dealt")
        at_random(screen, Dice(number), steps)


each(globals(), check_steps_look_like_all_drawn_anew, EVERY)


def pick_any(dice, game):
    """A highlight that names any piles, likely or not."""
    piles = list(range(game.variant.columns))
    piles += [10 + cell for cell in range(game.variant.cells)] + [18, 19, 20, 21]
    filled = [p for p in piles if game.size[p]]
    if not filled:
        return NONE
    source = filled[dice.below(len(filled))]
    target = piles[dice.below(len(piles))]
    if target == source or dice.below(3) == 0:
        target = -1
    length = 1 + dice.below(min(game.size[source], 13)) if source < 10 else 1
    return (source, length, target, 4 + dice.below(52))


def fill_column(game, column, dice, most):
    alternating = game.variant.build == 2
    game.size[column] = 0
    while game.size[column] < most:
        length = 1 + dice.below(9) * dice.below(2)
        lay(game, column, run_down(13 - dice.below(14 - length), length, alternating))


def made_up(line, dice):
    """A position of no real game, with columns from empty to longer than any rule allows."""
    game = board("freecell", [])
    game.set_rules(catalogue.parse(line))
    for column in range(game.variant.columns):
        size = dice.below(game.variant.sizes[column] + 4)
        fill_column(game, column, dice, size if dice.below(4) else 0)
    for cell in range(game.variant.cells):
        if dice.below(2):
            lay(game, 10 + cell, cards.name(4 + dice.below(52)))
    for home in range(4):
        if dice.below(3):
            lay(game, 18 + home, cards.name(4 + dice.below(52)))
    return game


def test_any_highlight_on_made_up_boards_comes_off_again():
    dice = Dice(11)
    for line in MADE_UP:
        for _ in range(3 if ON_MICROPYTHON else 8):
            screen = Screen(made_up(line, dice))
            for _ in range(8):
                screen.highlight(pick_any(dice, screen.game))
                screen.check("highlight " + repr(screen.wanted))
                for _ in range(dice.below(4)):
                    screen.view.touch(move(dice.below(22), dice.below(22)))
                screen.check("touched below " + repr(screen.wanted))


def test_highlight_below_a_column_of_any_length_comes_off_again():
    for variant_id in ("eight-off", "freecell", "seahaven"):
        alternating = variant_id == "freecell"
        for size in range(20):
            run = run_down(13, min(size, 13), alternating)
            buried = "7D 7C 7D 7C 7D 7C 7D"[: max(size - 13, 0) * 3]
            game = board(variant_id, ["2C", buried + " " + run, "3C"])
            same(game.size[1], size)
            screen = Screen(game)
            for wanted in (NONE, (0, 1, 1, 4), (2, 1, 1, 5), (2, 1, -1, 0), NONE):
                screen.highlight(wanted)
                screen.check(str(size) + " cards, " + repr(wanted))


def test_highlight_over_what_is_drawn_again_below_it():
    for variant_id in ("eight-off", "seahaven", "penguin"):
        screen = Screen(dealt(variant_id, 24000))
        for cell in range(10, 10 + screen.game.variant.cells):
            if not screen.game.size[cell]:
                lay(screen.game, cell, "TD")
        for pile in range(22):
            if not screen.game.size[pile]:
                continue
            screen.highlight((pile, 1, -1, 0))
            screen.check("highlight")
            for other in range(22):
                if other != pile:
                    screen.view.touch(move(other, other))
                    screen.check("drew " + str(other) + " with " + str(pile) + " highlighted")


class Fence(Mono):
    """A canvas that knows where drawing is allowed."""

    def __init__(self):
        super().__init__()
        self.left = self.top = 0
        self.right, self.bottom = 128, 64

    def fill(self, x, y, width, height, ink):
        self._check(x, y, x + width, y + height)
        super().fill(x, y, width, height, ink)

    def glyph(self, sheet, at, width, x, y, ink):  # noqa: PLR0917 - the contract's
        bits = 0
        for column in range(at, at + width):
            bits |= sheet[column]
        if bits:
            self._check(x, y, x + width, y + bits_high(bits))
        super().glyph(sheet, at, width, x, y, ink)

    def _check(self, left, top, right, bottom):
        inside = self.left <= left and right <= self.right
        if not inside or top < self.top or bottom > self.bottom:
            raise AssertionError("drew at " + repr((left, top, right, bottom)))


def bits_high(bits):
    high = 0
    while bits >> high:
        high += 1
    return high


def check_piles_stay_in_their_boxes(game):
    canvas = Fence()
    view = View(canvas)
    view.set_rules(game.variant)
    for pile in range(game.variant.columns):
        canvas.left = view.left + pile * view.width
        canvas.right = canvas.left + view.width
        canvas.top, canvas.bottom = 9, 64
        view.draw_pile(game, pile)
    canvas.top, canvas.bottom = 0, 9
    for pile in range(10, 22):
        canvas.left = view.slot_x(pile)
        canvas.right = canvas.left + 10
        view.draw_pile(game, pile)


def check_no_pile_draws_into_another(variant_id):
    game = dealt(variant_id, 617)
    dice = Dice(5)
    for _ in range(40):
        check_piles_stay_in_their_boxes(game)
        choices = legal(game)
        if not choices:
            return
        game.push(choices[dice.below(len(choices))])


each(globals(), check_no_pile_draws_into_another, EVERY)


def test_made_up_piles_stay_in_their_boxes():
    dice = Dice(23)
    for line in MADE_UP:
        for _ in range(10):
            check_piles_stay_in_their_boxes(made_up(line, dice))


def boxes_of(game):
    """The places of all piles as (left, top, right, bottom)."""
    view = View(Mono())
    view.set_rules(game.variant)
    found = []
    for column in range(game.variant.columns):
        left = view.left + column * view.width
        found.append((left, 9, left + view.width, 64))
    for pile in list(range(10, 10 + game.variant.cells)) + [18, 19, 20, 21]:
        found.append((view.slot_x(pile), 0, view.slot_x(pile) + 10, 9))
    return found


def check_boxes_do_not_overlap(variant_id):
    boxes = boxes_of(dealt(variant_id, 1))
    for one in boxes:
        assert one[0] >= 0 and one[2] <= 128 and one[3] <= 64, one
        for other in boxes:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1]
            assert one == other or apart or other[3] <= one[1], (one, other)


each(globals(), check_boxes_do_not_overlap, EVERY)


def picture_of(face):
    canvas = Mono()
    draw_card(canvas, face, 0, 0, LIT)
    return [canvas.buffer[x] & 31 for x in range(10)]


def test_every_card_looks_different():
    pictures = [picture_of(face) for face in range(4, 56)]
    for i in range(52):
        assert pictures[i] not in pictures[:i], cards.name(4 + i)


def shows(canvas, face, x, y):
    """Whether a card is on the canvas there, with a dark frame of one pixel below."""
    wanted = picture_of(face)
    for column in range(10):
        bits = canvas.buffer[(y >> 3) * 128 + x + column] >> (y & 7)
        if y & 7 > 3:
            bits |= canvas.buffer[((y >> 3) + 1) * 128 + x + column] << (8 - (y & 7))
        if bits & 31 != wanted[column]:
            return False
    return True


def check_every_card_of_the_deal_is_on_the_screen(variant_id):
    game = dealt(variant_id, 11982)
    screen = Screen(game)
    screen.draw()
    view = screen.view
    for column in range(game.variant.columns):
        for i in range(game.size[column]):
            face = game.cards[game.start[column] + i]
            assert shows(screen.canvas, face, view.card_x(column), 10 + 6 * i), cards.name(face)
    for pile in range(10, 22):
        if game.size[pile]:
            assert shows(screen.canvas, game.top(pile), view.slot_x(pile), 2), pile


each(globals(), check_every_card_of_the_deal_is_on_the_screen, EVERY)


def test_pips_are_complete_and_in_order():
    game = board("freecell", ["7D 7C 7D 7C " + run_down(13, 13, True)])
    screen = Screen(game)
    screen.draw()
    plain = Mono()
    from eightoff.lettering import suit

    for i in range(12):
        suit(plain, (2, 3)[i & 1], screen.view.left + i % 3 * 5, 40 + i // 3 * 6, LIT)
    for x in range(16):
        for page in range(5, 8):
            at = page * 128 + x
            assert screen.canvas.buffer[at] == plain.buffer[at], (x, page)


def check_nothing_is_allocated(variant_id):
    screen = Screen(dealt(variant_id, 3))
    game, view, cursor = screen.game, screen.view, screen.cursor
    screen.draw()
    first = legal(game)[0]

    def show():
        if cursor.source >= 0:
            target = cursor.move >> 4 & 31 if cursor.choosing else -1
            view.highlight(cursor.source, cursor.move & 15, target, game.head(cursor.move))
        else:
            view.highlight(-1, 0, -1, 0)
        view.draw(game)

    def play():
        for _ in range(5):
            cursor.key(game, RIGHT)
            show()
        cursor.key(game, A)
        show()
        cursor.key(game, B)
        game.play(first, SAFE)
        view.touch(first)
        cursor.refresh(game)
        show()
        game.undo()
        view.touch(first)
        cursor.refresh(game)
        show()
        view.touch_all()
        show()

    locked.run(play)


each(globals(), check_nothing_is_allocated, EVERY)


def test_nothing_is_allocated_with_long_columns():
    dice = Dice(31)
    screens = [Screen(made_up(line, dice)) for line in MADE_UP]

    def draw():
        for screen in screens:
            screen.view.touch_all()
            screen.view.draw(screen.game)

    locked.run(draw)
