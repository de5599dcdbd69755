"""The serial line protocol, version 1, as hardware/serial-protocol.md describes it. Nothing here touches a pin."""

# A contact that moved must rest so long until it is told, in ms.
REST_MS = 5
# The lever is told again after so long, in ms, for a line may be lost.
AGAIN_MS = 1000
# 64 readings of 12 bits.
READINGS = "%03x" * 64


def _entry(byte):
    value = byte << 8
    for _ in range(8):
        value = value << 1 ^ 0x1021 if value & 0x8000 else value << 1
    return value & 0xFFFF


_TABLE = tuple(_entry(byte) for byte in range(256))


def crc(data):
    """CRC-16/IBM-3740 of bytes."""
    value = 0xFFFF
    for byte in data:
        value = (value << 8 & 0xFFFF) ^ _TABLE[value >> 8 ^ byte]
    return value


class Lines:
    """Lines as they are sent, each with the next number."""

    def __init__(self):
        self._seq = 0

    def line(self, kind, ms, payload):
        """One line with its end."""
        text = "%s %d %d %s" % (kind, self._seq, ms, payload)
        self._seq = (self._seq + 1) & 0xFFFF
        return "%s*%04x\n" % (text, crc(text.encode()))

    def hello(self, ms, name):
        """Who speaks: a board of readings, and its name."""
        return self.line("H", ms, "touchmove 1 readings " + name)

    def readings(self, ms, values):
        """A frame: all 64 readings, input 0 first."""
        return self.line("A", ms, READINGS % tuple(values))

    def lever(self, ms, state):
        """Which end of the lever is down."""
        return self.line("L", ms, state)


class Milliseconds:
    """The controller's own time, wrapping at 2^32 ms, out of a counter that wraps earlier."""

    def __init__(self, ticks, period):
        self._last, self._period, self._ms = ticks, period, 0

    def at(self, ticks):
        """The time at a count that is less than one period after the last."""
        self._ms = (self._ms + (ticks - self._last) % self._period) & 0xFFFFFFFF
        self._last = ticks
        return self._ms


class Lever:
    """The ends of the lever: at rest, and when to be told."""

    def __init__(self):
        self._seen, self._since, self._told, self._told_at = None, 0, None, 0

    def look(self, ms, left, right):
        """The state to be told now, if any, where each contact is closed or not at the time `ms`."""
        state = ("both" if right else "left") if left else ("right" if right else "none")
        if state != self._seen:
            self._seen, self._since = state, ms
        rested = (ms - self._since) & 0xFFFFFFFF >= REST_MS
        again = (ms - self._told_at) & 0xFFFFFFFF >= AGAIN_MS
        if not rested or (state == self._told and not again):
            return None
        self._told, self._told_at = state, ms
        return state
