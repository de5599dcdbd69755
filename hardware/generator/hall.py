"""Hall sensors on multiplexers: the controller reads one after the other, in this order."""

from dataclasses import dataclass

from netlist import Board, End, Part
from reading import Reading, complete, lever, setting, take, the_line


@dataclass(frozen=True)
class Firmware:
    """What the firmware must know of its wires, as numbers of GP pins."""

    select: list[int]
    enable: list[int]
    sensors: int
    left: int
    right: int


def _gp(end: End) -> int:
    return int(end.pin.name.removeprefix("GP"))


def _gps(board: Board, part: Part, name: str) -> int:
    return _gp(the_line(board, part.wire(name), part.key, "controller"))


def firmware(board: Board) -> Firmware:
    """The pins of the controller."""
    muxes = board.of("multiplexer")
    for mux in muxes:
        for name in ("S0", "S1", "S2", "S3", "COM"):
            if mux.wire(name) not in board.same(muxes[0].wire(name)):
                pin = next(pin for pin in mux.model.pins if pin.name == name)
                raise board.trouble(
                    f"{mux.key}.{pin.key}", f"{name} must be at {muxes[0].wire(name)}, like that of the others"
                )
    enable = [_gps(board, mux, "E") for mux in muxes]
    if len(set(enable)) != 4:
        raise board.trouble("", f"four multiplexers each need their own enable, and these are {enable}")
    sensors = _gps(board, muxes[0], "COM")
    if sensors not in (26, 27, 28):
        raise board.trouble(muxes[0].key, f"GP{sensors} has no ADC: GP26, GP27 and GP28 have")
    ends, active = lever(board, "controller")
    if active != "low":
        raise board.trouble("clock", "the firmware expects contacts to ground")
    select = [_gps(board, muxes[0], f"S{bit}") for bit in range(4)]
    return Firmware(select, enable, sensors, _gp(ends["left"]), _gp(ends["right"]))


def read(board: Board) -> Reading:
    """How the sensors are read: input n is multiplexer n/16, channel n%16."""
    inputs: dict[str, End] = {}
    for mux in board.of("multiplexer"):
        for channel in range(16):
            wire = mux.wire(f"I{channel}")
            pin = next(pin for pin in mux.model.pins if pin.name == f"I{channel}")
            take(board, inputs, End(mux, pin), wire)
            sensors = [end for end in board.ends[wire] if end.part.model.role == "hall sensor"]
            if len(sensors) != 1 or sensors[0].pin.name != "OUT":
                raise board.trouble(f"{mux.key}.{pin.key}", f"{wire} must lead to the output of one hall sensor")
    firmware(board)
    keys = {name: setting(board, "sensor", name) for name in ("port", "baud")}
    return Reading("serial", "polarity", complete(board, inputs), keys)
