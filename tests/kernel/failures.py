"""What fails during the game, and which faults must be told of it."""

from boards import DEBUG, START, name, number, pull

OFFENCE = 11  # the ply before which a piece is touched and put back
RESTARTED = 25  # the ply before which the players wait for the arbiter, their clocks having stopped
HELD = 28  # the ply before which a chip holds the bus
WEDGED = 20  # the ply before which the bus is wedged
# How long a player thinks before a ply, in ms: of more than one move that nobody saw, and nothing but
# presses to tell how many there were, not even an arbiter could be sure.
THINKS = {WEDGED: 1500, RESTARTED: 4000, HELD: 1000}

CHAIN, EXPANDERS = f"{DEBUG}/chain", f"{DEBUG}/expanders"

# Before the game something of each board is broken, and its self-test must find that:
# (board, file, value, value when it is well again, code, what it must name).
BREAKAGES = [
    ("chain", f"{CHAIN}/reached", 2, 9, "open_behind", "U2"),
    ("chips-on-spi", f"{CHAIN}/closed", START & ~(1 << number("h8")), START, "empty", "h8"),
    ("expanders", f"{EXPANDERS}/silent", 0x42, 0, "silent", "0x21"),
    ("matrix-on-i2c", f"{EXPANDERS}/silent", 0x42, 0, "transfer", "0x26"),
    ("lines", *pull("squares", number("e2"), False), pull("squares", number("e2"), True)[1], "empty", "e2"),
    ("matrix", f"{DEBUG}/matrix/closed", START | 1 << number("e4"), START, "occupied", "e4"),
]

RESULT = '{"do":"result","result":"1-0","reason":"resignation","id":"2","by":"arbiter"}'
RESUME = '{"do":"resume","running":"white","id":"1","by":"arbiter"}'

# (ply, ms after the press that began it, label, file, value)
FAILURES = [
    # The cable between two chips of the chain is pulled for a second; then MISO's.
    (6, 200, "breaks:chain", f"{CHAIN}/reached", 4),
    (6, 1200, "mends:chain", f"{CHAIN}/reached", 9),
    (22, 100, "breaks:chain", f"{CHAIN}/reached", 0),
    (22, 800, "mends:chain", f"{CHAIN}/reached", 9),
    # Each 50th transfer fails: nobody need hear of it.
    (14, 0, "disturbs:chain", f"{CHAIN}/fail_every", 50),
    (18, 0, "calms:chain", f"{CHAIN}/fail_every", 0),
    (23, 0, "disturbs:expanders", f"{EXPANDERS}/fail_every", 50),
    (27, 0, "calms:expanders", f"{EXPANDERS}/fail_every", 0),
    # An expander is silent for a second; one browns out, then all do.
    (8, 100, "silences:expanders", f"{EXPANDERS}/silent", 2),
    (8, 1100, "hears:expanders", f"{EXPANDERS}/silent", 0),
    (13, 100, "browns-out:expanders", f"{EXPANDERS}/brown_out", 1 << 3),
    (16, 150, "browns-out:expanders", f"{EXPANDERS}/brown_out", 0x7F),
    (17, 150, "browns-out:chips-on-spi", f"{CHAIN}/brown_out", 0xF),
    # The bus is wedged for two seconds; the page answers meanwhile.
    (WEDGED, 50, "wedges:expanders", f"{EXPANDERS}/wedge_ms", 2000),
    *((WEDGED, 300 + 400 * n, "asks:expanders", "/run/orders", "ask expanders /api/hall") for n in range(4)),
    # A chip holds the bus until it is reset.
    (HELD, 100, "hangs:expanders", f"{EXPANDERS}/hung", 1),
    # The daemon is killed, and comes back when a move has been made and the lever is the other way.
    # Clocks stand after a restart, until the arbiter lets them go on.
    (RESTARTED - 1, 50, "kills:lines", "/run/orders", "kill lines"),
    (RESTARTED, 50, "starts:lines", "/run/orders", "start lines"),
    (RESTARTED, 2500, "orders:lines", "/run/orders", f"order lines {RESUME}"),
]

# Faults that must be told of each board, those of which one must, those that may; which are not over at
# the end; and squares that one must name: the expander that was silent has inputs 14 to 27.
FAULTS = {
    "chain": {"all": ["chain"], "may": ["bus"]},
    "chips-on-spi": {"may": ["bus", "expander"]},
    "expanders": {
        "all": ["expander"],
        "one": ["bus", "stale"],
        "squares": {"expander": [name(63 - n) for n in range(14, 28)]},
    },
    "matrix-on-i2c": {"one": ["bus", "stale", "expander"]},
    "lines": {},
    "matrix": {"all": ["ghost"], "stay": ["ghost"]},
}


def rectangle(full):
    """Two pieces on a rank, of which the first has another piece on its file where on the file of the
    second there is none: with the diode of the first shorted, that corner is a ghost of the second."""
    is_full = [[full >> (8 * rank + file) & 1 for file in range(8)] for rank in range(8)]
    return next(
        (8 * rank + a, 8 * rank + b)
        for rank in range(8)
        for a in range(8)
        for b in range(8)
        if a != b and is_full[rank][a] and is_full[rank][b]
        for other in range(8)
        if other != rank and is_full[other][a] and not is_full[other][b]
    )


def breakages():
    """Scripts that break something and mend it."""
    broken = [(0, "breaks", file, value) for _, file, value, _, _, _ in BREAKAGES]
    mended = [(0, "mends", file, value) for _, file, _, value, _, _ in BREAKAGES]
    return broken, mended


def lines(records, full):
    """Lines of the script, for these records and the squares that are full at their end."""
    presses = [record["t"] for record in records if "press" in record]
    for ply, ms, label, file, value in FAILURES:
        yield (presses[ply - 1] + ms) * 1000, label, file, value
    # When the game is over a diode of the matrix is shorted, and a piece in its row is lifted twice.
    shorted, lifted = rectangle(full)
    end = presses[-1] + 300
    yield end * 1000, "orders:matrix", "/run/orders", f"order matrix {RESULT}"
    end += 300
    yield end * 1000, "shorts:matrix", f"{DEBUG}/matrix/shorted", 1 << shorted
    for ms, closed in [(200, full & ~(1 << lifted)), (400, full)] * 2:
        end += ms
        yield end * 1000, "ghosts:matrix", f"{DEBUG}/matrix/closed", f"{closed:#x}"
