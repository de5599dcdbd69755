"""Firmware of the hall board's controller: reads 64 sensors by four multiplexers and streams them.

Runs on MicroPython 1.22 or newer for a Raspberry Pi Pico or Pico 2. Copy main.py, protocol.py and
pins.py onto it: see hardware/guide.md.
"""

import binascii
import select
import sys
import time

import machine
import pins
from protocol import Lever, Lines, Milliseconds

# After a multiplexer was switched, until its output is what the sensor says, in µs.
SETTLE_US = 10
# MicroPython's counter of milliseconds wraps here.
TICKS = 1 << 30


class Sensors:
    """The 64 sensors: input n is channel n % 16 of multiplexer n // 16."""

    def __init__(self):
        self._select = [machine.Pin(pin, machine.Pin.OUT, value=0) for pin in pins.SELECT]
        self._enable = [machine.Pin(pin, machine.Pin.OUT, value=1) for pin in pins.ENABLE]
        self._adc = machine.ADC(pins.SENSORS)
        self.readings = [0] * 64

    def read(self):
        """Reads them all, 12 bits each."""
        adc = self._adc
        for channel in range(16):
            for bit, line in enumerate(self._select):
                line.value(channel >> bit & 1)
            for mux, enable in enumerate(self._enable):
                enable.value(0)
                time.sleep_us(SETTLE_US)
                # The first conversion still holds some of the sensor before.
                adc.read_u16()
                self.readings[16 * mux + channel] = adc.read_u16() >> 4
                enable.value(1)
        return self.readings


class Host:
    """The Pi at the other end of the cable."""

    def __init__(self):
        self._inbox, self._line = select.poll(), ""
        self._inbox.register(sys.stdin, select.POLLIN)

    def asks(self):
        """Whether it has asked who is here, with a line of a question mark."""
        asked = False
        while self._inbox.poll(0):
            letter = sys.stdin.read(1)
            if not letter:
                break
            if letter in "\r\n":
                asked = asked or self._line == "?"
                self._line = ""
            else:
                self._line = (self._line + letter)[-8:]
        return asked


def run():
    """Says hello, and from then on a frame at each beat, and between them whatever the lever does."""
    sensors, host, lines, lever = Sensors(), Host(), Lines(), Lever()
    left, right = (machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in (pins.LEFT, pins.RIGHT))
    name = "pico-" + binascii.hexlify(machine.unique_id()).decode()
    clock = Milliseconds(time.ticks_ms(), TICKS)
    beat_us = 1_000_000 // pins.RATE_HZ

    def now():
        return clock.at(time.ticks_ms())

    sys.stdout.write(lines.hello(now(), name))
    next_beat = time.ticks_us()
    while True:
        ms = now()
        sys.stdout.write(lines.readings(ms, sensors.read()))
        next_beat = time.ticks_add(next_beat, beat_us)
        if time.ticks_diff(next_beat, time.ticks_us()) < -beat_us:
            next_beat = time.ticks_us()  # too late to catch up, as after a host that did not listen
        while True:
            ms = now()
            state = lever.look(ms, not left.value(), not right.value())
            if state:
                sys.stdout.write(lines.lever(ms, state))
            if host.asks():
                sys.stdout.write(lines.hello(now(), name))
            if time.ticks_diff(next_beat, time.ticks_us()) <= 0:
                break
            time.sleep_us(500)


if __name__ == "__main__":
    try:
        run()
    except Exception as error:
        # A board that says nothing helps nobody: say why, and begin again.
        sys.print_exception(error)
        time.sleep_ms(500)
        machine.reset()
