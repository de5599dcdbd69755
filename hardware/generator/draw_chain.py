"""The schematic of a chain of shift registers."""

from netlist import GROUND, OPEN, SQUARES, Board, End, Part
from sheet import SIGNAL, Place, Sheet
from sheets import heading, lever, plug

INPUTS = [11, 12, 13, 14, 3, 4, 5, 6]
OTHERS = [16, 1, 2, 15, 10, 9, 7, 8]
# From block to block, sideways and down.
WIDE, HIGH = 17.5, 13.5
STEP = 1.0


def _reed(sheet: Sheet, reed: Part, wire: str, start: Place) -> Place:
    """A reed to the left of a place; gives where its other end is."""
    end = (start[0] - 2, start[1])
    swap = reed.wires[reed.model.pins[0]] != wire
    sheet.two(reed, start, end, label=reed.ref, swap=swap, away=(0, 0.42))
    return end


def _block(sheet: Sheet, board: Board, register: Part, at: Place) -> None:
    """A register with the reeds and the pull-ups at its inputs."""
    ends = sheet.chip(register, at, INPUTS, OTHERS, width=3.4, step=STEP, quiet=True)
    sheet.text((at[0], at[1] + 0.75), register.at.split(":")[0], "center", size=10)
    networks = [
        end.part for pin in INPUTS for end in _around(board, register, pin) if end.part.model.role == "resistor network"
    ]
    network = networks[0] if networks else None
    taps: dict[int, Place] = {}
    if network:
        top = at[1] + 2.3
        left = at[0] - 9.9
        taps = sheet.bar(network, (left, top), [pin.number for pin in network.model.pins], 0.75)
        sheet.common(network, taps)
    bus = []
    for number in INPUTS:
        wire, start = _wire(register, number), ends[number]
        around = _around(board, register, number)
        reed = next((end.part for end in around if end.part.model.role == "reed"), None)
        if reed is None:
            sheet.name(wire, start, "right", register)
            continue
        sheet.text((start[0] - 0.1, start[1] + 0.22), wire, "right", color=SIGNAL)
        turn = (at[0] - 10, start[1])
        sheet.wire(start, turn)
        for end in around:
            if end.part is network:
                tap = taps[end.pin.number]
                sheet.wire(tap, (tap[0], start[1]))
                sheet.dot((tap[0], start[1]))
            elif end.part.model.role == "resistor network":
                sheet.text((turn[0] + 0.2, start[1] + 0.2), f"{end.part.ref}-{end.pin.number}", size=9)
        far = _reed(sheet, reed, wire, turn)
        other = next((each for each in reed.wires.values() if each != wire), OPEN)
        if other == GROUND:
            bus.append(far)
        else:
            sheet.name(other, far, "right", reed)
    if bus:
        sheet.wire(*bus)
        sheet.ground(bus[-1])


def _around(board: Board, part: Part, number: int) -> list[End]:
    """What else is at a pin, if that is a square's sensor."""
    wire = _wire(part, number)
    return [end for end in board.ends[wire] if end.part is not part] if wire in SQUARES else []


def _wire(part: Part, number: int) -> str:
    return next(wire for pin, wire in part.wires.items() if pin.number == number)


def draw(board: Board) -> str:
    """The sheet."""
    sheet = Sheet(board)
    heading(sheet, (-11.5, 19), board)
    plug(sheet, board.of("header")[0], (-5.5, 16.5))
    plugs = board.of("connector")
    plug(sheet, plugs[0], (4, 16.5))
    for each in plugs[1:]:
        plug(sheet, each, (4, 11))
    lever(sheet, board, (9.5, 15.5))
    registers = board.of("shift register")
    for number, register in enumerate(registers):
        row, column = divmod(number, 3)
        _block(sheet, board, register, (WIDE * column, -HIGH * row))
    sheet.rest((19, 16.5), 18)
    return sheet.svg()
