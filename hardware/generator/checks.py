"""What must hold of any board, whatever it is."""

import re

from netlist import GROUND, OPEN, SQUARES, Board, End
from parts import Kind, nearest

# Which pin of a device each line of a bus may be wired to; the other lines of the bus stay free.
DEVICES = {
    "spi": {"MISO": ("shift register", "QH"), "SCLK": ("shift register", "CLK")},
    "i2c": {"SDA": ("expander", "SDA"), "SCL": ("expander", "SCL")},
}


def key(end: End) -> str:
    """How the source writes this end of a wire."""
    return f"{end.part.key}.{end.pin.key}"


def supplies(board: Board) -> dict[str, str]:
    """The wires that carry a supply, with what it is near: "3V3" or "5V"."""
    found: dict[str, End] = {}
    for wire, ends in board.ends.items():
        for end in (end for end in ends if end.pin.kind.gives):
            first = found.setdefault(wire, end)
            if first.part is not end.part or first.pin.kind != end.pin.kind:
                raise board.trouble(key(end), f"{wire} comes from {first} already")
    return {wire: end.pin.kind.gives or "" for wire, end in found.items()}


def _pins(board: Board, given: dict[str, str]) -> None:
    """Each pin against the wire that it is at."""
    for wire, ends in board.ends.items():
        rail = wire == GROUND or wire in given
        drivers = []
        for end in ends:
            kind, outward = end.pin.kind, end.part.model.role in ("header", "controller")
            if kind is Kind.GROUND and wire != GROUND:
                raise board.trouble(key(end), f"pin {end.pin.number} of {end.part.ref} is ground, and {wire} is not")
            if kind.gives and wire == GROUND:
                raise board.trouble(key(end), f"{end} gives {kind.gives}: this is a short circuit")
            if kind.asks and given.get(wire) != kind.asks:
                has = given.get(wire, "no supply")
                raise board.trouble(key(end), f"{end} asks for {kind.asks}, and {wire} is {has}")
            if rail and (kind is Kind.OUT or outward and kind in (Kind.IO, Kind.ANALOG)):
                raise board.trouble(key(end), f"{end} is a signal, and {wire} is a supply or ground")
            if kind is Kind.NOTHING:
                raise board.trouble(key(end), f"{end} is connected to nothing inside")
            if kind is Kind.OUT:
                drivers.append(end)
        if len(drivers) > 1:
            raise board.trouble(key(drivers[1]), f"{wire} is driven by {drivers[0]} already")


def _wires(board: Board) -> None:
    """Each wire has two ends at least, and a name that means one thing."""
    for wire, ends in board.ends.items():
        if re.fullmatch(r"[A-Za-z][0-9]", wire) and wire not in SQUARES and not wire[0].isupper():
            raise board.trouble(key(ends[0]), f"{wire} is no square")
        # Of a square it is told more when it is read.
        if len(ends) == 1 and wire not in SQUARES:
            others = [other for other in board.ends if other != wire]
            raise board.trouble(key(ends[0]), f"{wire} leads nowhere else{nearest(wire, others)}")
    for square in SQUARES:
        if square not in board.ends:
            raise board.trouble("", f"{square} is wired to nothing")


def _lines(board: Board) -> None:
    """No line of the Pi that has another purpose, on its own or by a bus in use."""
    used = {"spi": board.of("shift register"), "i2c": board.of("expander")}
    for header in board.of("header"):
        buses = [(bus, header.model.bus[bus]) for bus in used if used[bus]]
        for pin, wire in header.wires.items():
            if pin.kind is not Kind.IO or wire == OPEN:
                continue
            bus, signal = next(((bus, lines[pin.name]) for bus, lines in buses if pin.name in lines), (None, ""))
            if bus is None:
                if pin.name in header.model.taken:
                    raise board.trouble(f"{header.key}.{pin.key}", f"{pin.name} {header.model.taken[pin.name]}")
                continue
            role, name = DEVICES[bus].get(signal, ("", ""))
            if not any(end.pin.name == name for end in board.reach(wire, role)):
                only = f"may only lead to {name} of a {role}" if role else "stays free"
                raise board.trouble(
                    f"{header.key}.{pin.key}",
                    f"{pin.name} is {signal} of the {bus.upper()} in use and {only}, not to {wire}",
                )


def check(board: Board) -> None:
    """Raises what is wrong with a board, if anything is."""
    _wires(board)
    _pins(board, supplies(board))
    _lines(board)
