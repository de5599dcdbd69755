"""The schematic of hall sensors on multiplexers."""

import schemdraw.elements as elm
from netlist import Board, Part
from sheet import SIGNAL, SMALL, Place, Sheet
from sheets import dip, heading, lever, plug

# From multiplexer to multiplexer.
WIDE = 15.0
STEP = 1.0


def _sensor(sheet: Sheet, sensor: Part, wire: str, at: Place) -> None:
    """A sensor as a small box whose output is at a place; its supply is drawn once, in the detail."""
    pin = next(pin for pin in sensor.model.pins if sensor.wires[pin] == wire)
    box = (at[0] - 2.6, at[1] + 0.36)
    sheet.drawing.add(elm.Rect(corner1=(0, 0), corner2=(1.9, -0.72)).at(box).theta(0))
    sheet.text((at[0] - 1.65, at[1]), sensor.ref, "center", size=10)
    sheet.text((at[0] - 0.6, at[1] + 0.2), str(pin.number), size=SMALL)
    sheet.wire((at[0] - 0.7, at[1]), at)
    sheet.drawn.add(sensor.ref)


def _mux(sheet: Sheet, board: Board, mux: Part, at: Place) -> None:
    """A multiplexer with the sensors at its inputs."""
    by_name = {pin.name: pin.number for pin in mux.model.pins}
    inputs = [by_name[f"I{channel}"] for channel in range(16)]
    others = [by_name[name] for name in ("VCC", "COM", "E", "S0", "S1", "S2", "S3", "GND")]
    ends = sheet.chip(mux, at, inputs, others, width=3, step=STEP, quiet=True)
    sheet.text((at[0], at[1] + 0.75), mux.at, "center", size=10)
    for number in inputs:
        wire = next(wire for pin, wire in mux.wires.items() if pin.number == number)
        start = ends[number]
        sheet.text((start[0] - 0.1, start[1] + 0.22), wire, "right", color=SIGNAL)
        turn = (start[0] - 1.6, start[1])
        sheet.wire(start, turn)
        for end in board.ends[wire]:
            if end.part.model.role == "hall sensor":
                _sensor(sheet, end.part, wire, turn)


def _detail(sheet: Sheet, board: Board, at: Place) -> None:
    """One sensor in full, with its capacitor: all are so."""
    sensor = board.of("hall sensor")[0]
    square = sensor.each
    sheet.text((at[0] - 1.2, at[1] + 0.9), f"Each sensor, here that of {square}, with its capacitor beside it", size=10)
    sheet.chip(sensor, (at[0] + 6, at[1] - 0.8), [], [pin.number for pin in sensor.model.pins], width=2)
    own = [part for part in board.parts.values() if part.model.role == "capacitor" and part.each == square]
    for part in own:
        one, two = part.wires.values()
        sheet.two(part, (at[0] + 0.2, at[1] - 1.5), (at[0] + 2.2, at[1] - 1.5))
        sheet.name(one, (at[0] + 0.2, at[1] - 1.5), "right")
        sheet.name(two, (at[0] + 2.2, at[1] - 1.5), "left")
    sheet.drawn |= {part.ref for part in board.parts.values() if part.key in {each.key for each in own}}


def draw(board: Board) -> str:
    """The sheet."""
    sheet = Sheet(board)
    heading(sheet, (-7, 22), board)
    controller = board.of("controller")[0]
    dip(sheet, controller, (0, 19.5), width=4.4)
    sheet.text((0, 20.25), controller.at, "center", size=10)
    for each in board.of("connector"):
        plug(sheet, each, (8.5, 19.5))
    for each in board.of("regulator"):
        sheet.chip(each, (8.5, 14.8), [], [pin.number for pin in each.model.pins], width=2)
    for each in board.of("resistor network"):
        sheet.chip(each, (8.5, 10.7), [], [pin.number for pin in each.model.pins], width=2, step=0.6)
    lever(sheet, board, (14, 18))
    _detail(sheet, board, (27, 18.5))
    sheet.rest((13, 10.5), 30)
    for number, mux in enumerate(board.of("multiplexer")):
        _mux(sheet, board, mux, (WIDE * number, 2))
    return sheet.svg()
