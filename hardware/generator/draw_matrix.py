"""The schematic of a matrix of diodes."""

import schemdraw.elements as elm
from netlist import SQUARES, Board
from sheet import Place, Sheet
from sheets import dip, heading, lever, plug
from wiring import natural

from matrix import crossing

# The size of a crossing.
WIDE, HIGH = 4.2, 3.0


def _square(sheet: Sheet, board: Board, square: str, at: Place) -> None:
    """A diode from the column down, then a reed to the right into the row; `at` is where they cross."""
    diode = next(end.part for end in board.ends[square] if end.part.model.role == "diode")
    reed = next(end.part for end in board.ends[square] if end.part.model.role == "reed")
    x, y = at
    top, corner, right = (x + 0.5, y + 2.2), (x + 0.5, y + 0.75), (x + 2.9, y + 0.75)
    sheet.wire((x, y + 2.2), top)
    sheet.dot((x, y + 2.2))
    sheet.drawing.add(elm.Schottky().at(top).to(corner).scale(0.8))
    sheet.two(reed, corner, right, label=reed.ref, swap=reed.wires[reed.model.pins[0]] != square, away=(0, 0.45))
    sheet.text((x + 0.85, y + 1.75), diode.ref, size=10)
    sheet.wire(right, (x + 2.9, y))
    sheet.dot((x + 2.9, y))
    sheet.drawn.add(diode.ref)


def _grid(sheet: Sheet, board: Board, at: Place) -> None:
    """The columns as lines down, the rows as lines to the right, and what is between them."""
    crossings = {square: crossing(board, square) for square in SQUARES}
    rows = sorted({row for row, _ in crossings.values()}, key=natural, reverse=True)
    columns = sorted({column for _, column in crossings.values()}, key=natural)
    x, y = at
    networks = [
        end.part for column in columns for end in board.ends[column] if end.part.model.role == "resistor network"
    ]
    taps: dict[int, Place] = {}
    if networks:
        taps = sheet.bar(networks[0], (x - 0.4 - WIDE, y + 2.5), [pin.number for pin in networks[0].model.pins], WIDE)
        sheet.common(networks[0], taps)
    bottom = y - HIGH * len(rows) + 3.2
    for number, column in enumerate(columns):
        here = x + WIDE * number
        sheet.wire((here, y + 1), (here, bottom))
        sheet.name(column, (here + 0.1, y + 0.75), "left")
        for end in board.ends[column]:
            if end.part in networks[:1]:
                sheet.wire(taps[end.pin.number], (taps[end.pin.number][0], y + 1), (here, y + 1))
    for number, row in enumerate(rows):
        here = y - HIGH * (number + 1) + 1
        sheet.wire((x - 1.2, here), (x + WIDE * len(columns) - 0.9, here))
        sheet.name(row, (x - 1.2, here), "right")
    for square, (row, column) in crossings.items():
        place = (x + WIDE * columns.index(column), y - HIGH * (rows.index(row) + 1) + 1)
        _square(sheet, board, square, place)


def draw(board: Board) -> str:
    """The sheet."""
    sheet = Sheet(board)
    heading(sheet, (-13, 7), board)
    _grid(sheet, board, (13, 2.5))
    plug(sheet, board.of("header")[0], (-8.5, 4))
    plugs = board.of("connector")
    plug(sheet, plugs[0], (1.5, 4))
    for each in plugs[1:]:
        plug(sheet, each, (-8.5, -12.8))
    lever(sheet, board, (-5, -13.2))
    for chip in board.of("expander"):
        dip(sheet, chip, (1.5, -0.6), width=3.4)
    sheet.rest((-11, -19.5), 20)
    return sheet.svg()
