"""A bench for the hall board's firmware: pins, multiplexers, sensors and a host that are not there.

    python tests/hardware/bench.py FIRMWARE BEATS
    python tests/hardware/bench.py FIRMWARE tty

Runs main.py as it is for so many frames and prints what it sends; or for ever, at a terminal whose name
it prints, as fast as it is listened to. Sensor n reads 0x100 + 5 n, and
stays so; a conversion right after the multiplexers were switched reads the sensor from before. The
lever goes from the left to the right end after the fourth frame, bouncing, and the host asks who is
here after the sixth, if nobody listens at the terminal.
"""

import io
import os
import pathlib
import pty
import select
import sys
import tty
import types

folder = pathlib.Path(sys.argv[1])
beats = None if sys.argv[2] == "tty" else int(sys.argv[2])
if beats is None:
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    print(os.ttyname(theirs), flush=True)
sys.path.insert(0, str(folder))

import pins  # noqa: E402


class Over(BaseException):
    """The bench has seen enough."""


us = (1 << 30) * 1000 - 30_000  # the counter of milliseconds wraps a moment after the start
levels: dict[int, int] = {}
frames, moved_us = 0, -1
MOVES, ASKS, BOUNCE_US = 4, 6, 2000


def pass_time(more: int) -> None:
    global us
    us += more


class Pin:
    OUT, IN, PULL_UP = "out", "in", "up"

    def __init__(self, number, mode, pull=None, value=None):
        self.number = number
        if mode == Pin.OUT:
            levels[number] = value
        else:
            assert number in (pins.LEFT, pins.RIGHT) and pull == Pin.PULL_UP

    def value(self, level=None):
        pass_time(1)
        if level is not None:
            levels[self.number] = level
            enabled = [pin for pin in pins.ENABLE if not levels.get(pin, 1)]
            assert len(enabled) <= 1, f"multiplexers at {enabled} are on at once"
            return None
        bounces = us - moved_us < BOUNCE_US and us // 300 % 2
        down = pins.LEFT if frames < MOVES or bounces else pins.RIGHT
        return int(self.number != down)


class ADC:
    def __init__(self, pin):
        assert pin == pins.SENSORS
        self.held = None

    def read_u16(self):
        pass_time(4)
        (mux,) = [place for place, pin in enumerate(pins.ENABLE) if not levels[pin]]
        channel = sum(levels[pin] << bit for bit, pin in enumerate(pins.SELECT))
        before, self.held = self.held, 16 * mux + channel
        reading = 0x100 + 5 * (self.held if before == self.held else before or 0)
        return reading << 4 | reading >> 8


class Stdout(io.StringIO):
    def write(self, text):
        global frames, moved_us
        if beats is None:
            os.write(ours, text.encode())
        else:
            sys.__stdout__.write(text)
        frames += text.startswith("A ")
        if frames == MOVES and moved_us < 0:
            moved_us = us
        if frames == beats:
            raise Over
        return len(text)


class Poll:
    def register(self, stream, events):
        assert events == "in"

    def poll(self, wait):
        assert wait == 0
        if beats is None:
            return select_now([ours], [], [], 0)[0]
        return [sys.stdin] if frames >= ASKS and sys.stdin.tell() < 2 else []


class Stdin(io.StringIO):
    def read(self, size):
        return super().read(size) if beats is not None else os.read(ours, size).decode()


select_now = select.select


def ticks(unit):
    return lambda: us // unit & (1 << 30) - 1


def difference(end, start):
    return (end - start + (1 << 29)) % (1 << 30) - (1 << 29)


fakes = {
    "machine": {"Pin": Pin, "ADC": ADC, "unique_id": lambda: bytes(range(8))},
    "select": {"poll": Poll, "POLLIN": "in"},
    "time": {
        "sleep_us": pass_time,
        "sleep_ms": lambda ms: pass_time(1000 * ms),
        "ticks_ms": ticks(1000),
        "ticks_us": ticks(1),
        "ticks_add": lambda at, more: (at + more) % (1 << 30),
        "ticks_diff": difference,
    },
}
for name, content in fakes.items():
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(content)

sys.stdout, sys.stdin = Stdout(), Stdin("?\n")
import main  # noqa: E402

try:
    main.run()
except Over:
    sys.__stdout__.flush()
