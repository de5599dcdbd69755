"""What fails during the game, and which faults must be told of it."""

from boards import DEBUG

OFFENCE = 11  # the ply before which a piece is touched and put back
RESTARTED = 25  # the ply before which the players wait for the arbiter, their clocks having stopped
WAITING = 4000  # ms

CHAIN, EXPANDERS = f"{DEBUG}/chain", f"{DEBUG}/expanders"

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
    (26, 0, "disturbs:expanders", f"{EXPANDERS}/fail_every", 50),
    (30, 0, "calms:expanders", f"{EXPANDERS}/fail_every", 0),
    # An expander is silent for a second; one browns out, then all do; one hangs until it is reset.
    (8, 100, "silences:expanders", f"{EXPANDERS}/silent", 2),
    (8, 1100, "hears:expanders", f"{EXPANDERS}/silent", 0),
    (13, 100, "browns-out:expanders", f"{EXPANDERS}/brown_out", 1 << 3),
    (16, 150, "browns-out:expanders", f"{EXPANDERS}/brown_out", 0x7F),
    (18, 100, "hangs:expanders", f"{EXPANDERS}/hung", 1),
    (17, 150, "browns-out:chips-on-spi", f"{CHAIN}/brown_out", 0xF),
    # The bus is wedged for two seconds; the page answers meanwhile.
    (20, 50, "wedges:expanders", f"{EXPANDERS}/wedge_ms", 2000),
    *((20, 300 + 400 * n, "asks:expanders", "/run/orders", "ask expanders /api/hall") for n in range(4)),
    # The daemon is killed, and comes back when a move has been made and the lever is the other way.
    # Clocks stand after a restart, until the arbiter lets them go on.
    (RESTARTED - 1, 50, "kills:lines", "/run/orders", "kill lines"),
    (RESTARTED, 50, "starts:lines", "/run/orders", "start lines"),
    (RESTARTED, 2500, "orders:lines", "/run/orders", f"order lines {RESUME}"),
]

# Faults that must be told of each board, those of which one must, and those that may.
FAULTS = {
    "chain": {"all": ["chain"], "may": ["bus"]},
    "chips-on-spi": {"may": ["bus", "expander"]},
    "expanders": {"all": ["expander"], "one": ["bus", "stale"]},
    "matrix-on-i2c": {"one": ["bus", "stale"], "may": ["expander"]},
    "lines": {},
    "matrix": {},
}


def lines(records):
    """Lines of the script."""
    presses = [record["t"] for record in records if "press" in record]
    return [((presses[ply - 1] + ms) * 1000, label, file, value) for ply, ms, label, file, value in FAILURES]
