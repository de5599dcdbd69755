"""The boards of tests/kernel/boards as seen from outside: which file to write to so that a contact
closes, and where the lever of each is wired."""

DEBUG = "/sys/kernel/debug"
FILES = "abcdefgh"
START = 0xFFFF00000000FFFF


def number(square):
    """a1 is 0, h8 is 63."""
    return FILES.index(square[0]) + 8 * (int(square[1]) - 1)


def name(n):
    return FILES[n % 8] + str(n // 8 + 1)


def pull(bank, line, closed):
    """A GPIO line whose contact is closed is at ground."""
    return f"/{bank}/sim_gpio{line}/pull", "pull-down" if closed else "pull-up"


class Board:
    """A board, with the GPIO lines of its lever: the end that is down closes its contact."""

    def __init__(self, name, left, right):
        self.name = name
        self.ends = {"white": left, "black": right}

    def show(self, us, label, was, full):
        """Lines of the script: the squares that are full are now these."""
        for file, value in self.squares(was, full):
            yield us, label, file, value

    def tip(self, us, label, up, down):
        """The lever is pushed over: one contact opens, and a little later the other closes, bouncing."""
        if up != down:
            yield us - 6000, "opens", *pull("header", self.ends[up], False)
        for after, closed in [(0, True), (400, False), (700, True), (1500, False), (1800, True)]:
            yield us + after, label if after == 0 else "bounces", *pull("header", self.ends[down], closed)

    def end_file(self, side):
        """Where this side's end of the lever is moved."""
        return pull("header", self.ends[side], True)[0]

    def at_start(self, full, down):
        """The pieces stand and the lever is down on this side before the daemon comes."""
        up = "black" if down == "white" else "white"
        yield from self.show(0, "start", ~full, full)
        yield 0, "start", *pull("header", self.ends[up], False)
        yield 0, "start", *pull("header", self.ends[down], True)


class Buttons(Board):
    """Two buttons in the place of a lever: each closes its contact only while it is held down."""

    def tip(self, us, label, _, down):
        file, closed = pull("header", self.ends[down], True)
        _, opened = pull("header", self.ends[down], False)
        for after, value in [(0, closed), (400, opened), (700, closed), (120_000, opened), (120_400, closed), (120_700, opened)]:
            yield us + after, label if after == 0 else "bounces", file, value

    def at_start(self, full, _):
        yield from self.show(0, "start", ~full, full)
        for end in self.ends.values():
            yield 0, "start", *pull("header", end, False)


class Contacts(Board):
    """All contacts are one number in a file of a module."""

    file = ""

    def squares(self, _, full):
        yield self.file, f"{self.inputs(full):#x}"

    def inputs(self, full):
        return full


class Chain(Contacts):
    """Four MCP23S17 read the same contacts."""

    file = f"{DEBUG}/chain/closed"


class Expanders(Contacts):
    """The board lies turned by 180 degrees on the electronics. A matrix on one MCP23017 has the same contacts."""

    file = f"{DEBUG}/expanders/closed"

    def inputs(self, full):
        return int(f"{full:064b}"[::-1], 2)


class Matrix(Contacts):
    file = f"{DEBUG}/matrix/closed"


class Lines(Board):
    """A GPIO line for each square."""

    def squares(self, was, full):
        for line in range(64):
            if (was ^ full) >> line & 1:
                yield pull("squares", line, full >> line & 1)


class Same:
    """A board with the contacts of another."""

    def squares(self, was, full):
        return []


class SameButtons(Same, Buttons):
    pass


class SameLever(Same, Board):
    pass


BOARDS = [
    Chain("chain", 23, 24),
    SameLever("chips-on-spi", 12, 13),
    Expanders("expanders", 5, 6),
    SameButtons("matrix-on-i2c", 18, 19),
    Lines("lines", 20, 21),
    Matrix("matrix", 26, 27),
]
