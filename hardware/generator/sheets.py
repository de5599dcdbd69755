"""Pieces that more than one schematic shows."""

from netlist import GROUND, Board, Part
from sheet import FAINT, Place, Sheet


def plug(sheet: Sheet, part: Part, at: Place) -> dict[int, Place]:
    """A connector of two rows as it looks from above: odd pins left, even pins right."""
    numbers = [pin.number for pin in part.model.pins]
    if len(numbers) < 6:
        return sheet.chip(part, at, [], numbers, width=1.6)
    wide = 1.8 if part.model.role == "connector" else 3.4
    return sheet.chip(part, at, numbers[::2], numbers[1::2], width=wide, step=0.62)


def dip(sheet: Sheet, part: Part, at: Place, width: float = 4) -> dict[int, Place]:
    """A part as it looks from above: its pins run down the left side and up the right."""
    numbers = [pin.number for pin in part.model.pins]
    half = len(numbers) // 2
    return sheet.chip(part, at, numbers[:half], numbers[half:][::-1], width=width, step=0.62)


def heading(sheet: Sheet, at: Place, board: Board) -> None:
    """What the sheet is, and how to read it."""
    sheet.text(at, f"{board.title}", size=20)
    sheet.text(
        (at[0], at[1] - 0.7),
        f"made from {board.file}; numbers are pins, blue names are wires, × is left open",
        color=FAINT,
    )


def lever(sheet: Sheet, board: Board, at: Place) -> None:
    """The contacts of the lever, each with its pull-up and what leads on to its line."""
    for row, contact in enumerate(board.of("contact")):
        x, y = at[0], at[1] - 3.2 * row
        wire = contact.wire("NO")
        sheet.text((x, y + 0.95), f"{contact.ref}  {contact.model.mpn}, {contact.contact} end", size=10)
        sheet.contact(contact, (x, y), (x + 2.2, y))
        other = contact.wire("COM")
        if other == GROUND:
            sheet.ground((x, y))
        else:
            sheet.name(other, (x, y), "right")
        x += 2.2
        ends = [end for end in board.ends[wire] if end.part is not contact]
        for end in ends:
            far = next((each for pin, each in end.part.wires.items() if pin != end.pin), "")
            if end.part.model.role == "connector":
                sheet.dot((x + 0.8, y))
                sheet.text(
                    (x + 0.8, y - 0.35), f"{wire}: {end.part.ref}-{end.pin.number}", "center", size=10, color="#1a4f8a"
                )
            elif end.part.model.series:
                sheet.wire((x, y), (x + 3, y))
                sheet.two(end.part, (x + 3, y), (x + 5.2, y), swap=end.pin.number == 2)
                sheet.name(far, (x + 5.2, y), "left", end.part)
            elif end.part.model.role == "resistor":
                sheet.dot((x + 2, y))
                sheet.two(end.part, (x + 2, y), (x + 2, y + 1.8), swap=end.pin.number == 2, away=(0.35, 0))
                sheet.supply((x + 2, y + 1.8), far)
