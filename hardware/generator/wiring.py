"""The wiring tables of a board: square by square, part by part, wire by wire."""

import re

from checks import supplies
from netlist import GROUND, OPEN, SQUARES, Board, End, Part
from reading import Reading

# The parts whose pins are looked up one by one, with the name of their section.
PLUGS = (
    ("header", "The Pi's header"),
    ("connector", "Connectors"),
    ("controller", "The controller"),
    ("shift register", "Chips"),
    ("expander", "Chips"),
    ("multiplexer", "Chips"),
    ("regulator", "Chips"),
    ("resistor network", "Resistor networks"),
    ("contact", "Contacts of the lever"),
)


def made(board: Board) -> str:
    """Where a file is from."""
    return f"<!-- Made from {board.file} by `make hardware`. Change that, not this. -->"


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """A table in Markdown."""
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


def natural(text: str) -> list:
    """Sorts U2 before U10."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", text)]


def _far(board: Board, part: Part, wire: str) -> str:
    """Where else the wire ends; for a supply it is enough that it is one."""
    if wire == OPEN:
        return "left open"
    if wire == GROUND or wire in supplies(board):
        return "ground" if wire == GROUND else "supply"
    return ", ".join(str(end) for end in board.ends[wire] if end.part is not part)


def _squares(board: Board, reading: Reading) -> list[str]:
    """A row for each square: which input it is, and what its wire joins."""
    rows = []
    for number, (square, end) in enumerate(reading.inputs.items()):
        ends = sorted(board.ends[square], key=lambda each: (each.part is not end.part, natural(each.part.ref)))
        beyond = [f"{far}: {wire}" for each in ends for far, wire in _beyond(each)]
        rows.append([str(number), f"**{square}**", " – ".join(map(str, ends)), ", ".join(beyond)])
    rows.sort(key=lambda row: SQUARES.index(row[1].strip("*")))
    return [
        "## Square by square",
        "",
        "The pins in the third column are joined, and nothing else is joined to them. The last column tells",
        "which wire is at the other pins of the square's own parts.",
        "",
        *table(["Input", "Square", "Joined", "Beyond"], rows),
    ]


def _beyond(end: End) -> list[tuple[End, str]]:
    """The other pins, with their wires, of a part that belongs to this square alone."""
    if not end.part.each:
        return []
    return [(End(end.part, pin), wire) for pin, wire in end.part.wires.items() if pin != end.pin]


def _part(board: Board, part: Part) -> list[str]:
    """A row for each pin of a part."""
    rows = []
    for pin, wire in sorted(part.wires.items(), key=lambda item: item[0].number):
        name = pin.name if pin.name != str(pin.number) else ""
        rows.append([str(pin.number), name, "–" if wire == OPEN else wire, _far(board, part, wire)])
    place = f" – {part.at}" if part.at else ""
    return [f"### {part.name}{place}", "", *table(["Pin", "Name", "Wire", "Leads to"], rows), ""]


def _small(board: Board) -> list[str]:
    """The parts of two pins that belong to no square."""
    rows = []
    for part in board.parts.values():
        if len(part.model.pins) == 2 and part.each not in SQUARES:
            wires = [f"{pin.key}: {wire}" for pin, wire in part.wires.items()]
            rows.append([part.ref, part.model.what, " – ".join(wires), part.at or f"at {part.each}"])
    return ["## Small parts", "", *table(["Part", "What", "Between", "Where"], rows), ""] if rows else []


def _wires(board: Board) -> list[str]:
    """A row for each wire that is no square's, for who goes over the board with a meter."""
    rows = []
    for wire, ends in sorted(board.ends.items(), key=lambda item: natural(item[0])):
        if wire in SQUARES:
            continue
        joined = [str(end) for end in ends if end.part.each not in SQUARES]
        own: dict[str, list[str]] = {}
        for end in (end for end in ends if end.part.each in SQUARES):
            own.setdefault(str(end).replace(end.part.each, "{}", 1), []).append(end.part.each)
        for pin, squares in own.items():
            joined.append(f"{pin.format(squares[0])} to {pin.format(squares[-1])}, {len(squares)} pins")
        rows.append([f"**{wire}**", ", ".join(joined)])
    return [
        "## Wire by wire",
        "",
        "Before power is applied, go over these with a meter: what stands in one row is joined, and what",
        "stands in two rows is not.",
        "",
        *table(["Wire", "Joins"], rows),
    ]


def wiring(board: Board, reading: Reading) -> str:
    """The file wiring.md."""
    lines = [made(board), "", f"# {board.title}: wiring", "", board.about, ""]
    lines += [
        "`U1-11 (A)` is pin 11 of U1, which its datasheet calls A. The schematic: [schematic.svg](schematic.svg).",
        "",
    ]
    lines += [*_squares(board, reading), ""]
    shown = ""
    for role, title in PLUGS:
        for part in sorted(board.of(role), key=lambda each: natural(each.ref)):
            if title != shown:
                lines += [f"## {title}", ""]
                shown = title
            lines += _part(board, part)
    lines += [*_small(board), *_wires(board)]
    return "\n".join(lines) + "\n"
