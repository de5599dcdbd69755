"""The pins of the hall board's controller, as the firmware imports them."""

from netlist import Board
from reading import setting

from hall import firmware as pins


def firmware(board: Board) -> str:
    """The file pins.py."""
    found = pins(board)
    return f'''"""The wires of the controller, made from {board.file} by `make hardware`: change that, not this."""

# GP pins at S0 to S3 of all multiplexers.
SELECT = {tuple(found.select)}
# GP pin at E of each multiplexer; low enables it. Inputs 0 to 15 are at the first.
ENABLE = {tuple(found.enable)}
# GP pin at the sensors, by way of the multiplexers; it has an ADC.
SENSORS = {found.sensors}
# GP pins at the contacts under the ends of the lever; a closed contact is low.
LEFT = {found.left}
RIGHT = {found.right}
# Frames a second.
RATE_HZ = {setting(board, "sensor", "rate_hz")}
'''
