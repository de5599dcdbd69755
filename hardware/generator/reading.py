"""How a board is read: which input is which square, and at which pins its lever is."""

from dataclasses import dataclass, field

from checks import key, supplies
from netlist import GROUND, OPEN, SQUARES, Board, End, Part
from parts import Kind, nearest


@dataclass
class Reading:
    """What touchmove must know of a board, worked out from its wires."""

    kind: str
    sees: str
    # The pin at which each square is read, in the order of the inputs.
    inputs: dict[str, End]
    # The keys of [sensor.<kind>].
    keys: dict
    # A piece makes its input high.
    inverted: bool = False
    # The pins of the Pi or the controller at which the ends of the lever are.
    lever: dict[str, End] = field(default_factory=dict)
    active: str = "low"


def line(end: End) -> str:
    """A line of the Pi by the name that the configuration uses."""
    return end.pin.name


# What may stand under [sensor] and [clock], and what each may be.
SETTINGS = {
    "sensor": {
        "rate_hz": int,
        "rotate": (0, 90, 180, 270),
        "speed_hz": int,
        "settle_us": int,
        "rest_us": int,
        "port": str,
        "baud": int,
    },
    "clock": {"white_at": ("left", "right"), "wired": ("rocker", "buttons"), "debounce_ms": int},
}


def setting(board: Board, table: str, name: str):
    """What the source says under [sensor] or [clock]."""
    keys = {"sensor": board.sensor, "clock": board.clock}[table]
    for each in keys:
        if each not in SETTINGS[table]:
            raise board.trouble(f"{table}.{each}", f"is no setting{nearest(each, SETTINGS[table])}")
    if name not in keys:
        raise board.trouble(f"{table}.{name}", "is missing")
    value, may = keys[name], SETTINGS[table][name]
    if isinstance(may, tuple) and value not in may:
        raise board.trouble(f"{table}.{name}", f"must be one of {', '.join(map(str, may))}")
    if isinstance(may, type) and type(value) is not may:
        raise board.trouble(f"{table}.{name}", f"must be {'a number' if may is int else 'a text'}")
    return value


def take(board: Board, inputs: dict[str, End], end: End, wire: str) -> None:
    """Adds the square at the next input."""
    square = board.square(wire)
    if square is None:
        raise board.trouble(key(end), f"{wire} is no square's wire")
    if square in inputs:
        raise board.trouble(key(end), f"{square} is read at {inputs[square]} already")
    inputs[square] = end


def complete(board: Board, inputs: dict[str, End]) -> dict[str, End]:
    """The inputs, if they are all squares."""
    missing = [square for square in SQUARES if square not in inputs]
    if missing:
        raise board.trouble("", f"no input reads {', '.join(missing)}")
    return inputs


def the_line(board: Board, wire: str, at: str, role: str = "header") -> End:
    """The one line of the Pi, or of the controller, that a signal leads to."""
    lines = [end for end in board.reach(wire, role) if end.pin.kind in (Kind.IO, Kind.ANALOG)]
    if len(lines) != 1:
        named = " and ".join(str(end) for end in lines) or f"no line of the {role}"
        raise board.trouble(at, f"{wire} must lead to one line, and leads to {named}")
    return lines[0]


def pulled(board: Board, wire: str) -> set[str]:
    """What resistors pull the wire to."""
    found = set()
    for end in board.ends.get(wire, []):
        if end.part.model.role == "resistor network" and end.pin.name != "COM":
            found.add(end.part.wire("COM"))
        elif end.part.model.role == "resistor" and not end.part.model.series:
            found |= set(end.part.wires.values()) - {wire}
    return found


def closes(board: Board, part: Part, wire: str) -> bool:
    """Whether closing the contact makes its wire high; it must be pulled the other way."""
    (other,) = {each for each in part.wires.values() if each != OPEN} - {wire} or {wire}
    rails = supplies(board)
    if other != GROUND and other not in rails:
        raise board.trouble(part.key, f"{part.ref} leads from {wire} to {other}, which is neither ground nor a supply")
    wanted = set(rails) if other == GROUND else {GROUND}
    if not pulled(board, wire) & wanted:
        raise board.trouble(
            part.key, f"nothing pulls {wire} {'up' if other == GROUND else 'down'} while {part.ref} is open"
        )
    return other != GROUND


def lever(board: Board, role: str) -> tuple[dict[str, End], str]:
    """Where the ends of the lever are sensed, and what a closed contact makes of its line."""
    ends: dict[str, End] = {}
    high = set()
    for part in board.of("contact"):
        side, wire = part.contact, part.wire("NO")
        if side not in ("left", "right") or side in ends:
            raise board.trouble(f"{part.key}.contact", 'one is "left" and one is "right"')
        ends[side] = the_line(board, wire, part.key, role)
        high.add(closes(board, part, wire))
    if len(ends) != 2 or ends["left"] == ends["right"] or len(high) != 1:
        raise board.trouble("clock", "a lever has two contacts, alike, each at a line of its own")
    return {side: ends[side] for side in ("left", "right")}, "high" if high.pop() else "low"
