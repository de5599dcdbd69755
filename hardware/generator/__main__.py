"""Makes, from the sources of boards, all that a technician builds by and touchmove is configured with.

    python hardware/generator [--into FOLDER] [SOURCE...]

Without sources those beside this folder; without a folder each board's own beside its source.
"""

import argparse
import pathlib
import sys

import chain
import draw_chain
import draw_hall
import draw_matrix
from bill import bill
from checks import check
from configuration import configuration
from firmware import firmware
from netlist import Board, boards
from trouble import Trouble
from wiring import wiring

import hall
import matrix

HOME = pathlib.Path(__file__).parent.parent
SOURCES = ("reference.toml", "matrix.toml", "hall.toml")
KINDS = {"chain": (chain, draw_chain), "matrix": (matrix, draw_matrix), "hall": (hall, draw_hall)}


def files(board: Board) -> dict[str, str]:
    """What is made of a board, by name of the file."""
    if board.kind not in KINDS:
        raise board.trouble("kind", f"{board.kind!r} is none of {', '.join(KINDS)}")
    kind, sheet = KINDS[board.kind]
    check(board)
    reading = kind.read(board)
    made = {
        "wiring.md": wiring(board, reading),
        "parts.md": bill(board),
        "schematic.svg": sheet.draw(board),
        "board.toml": configuration(board, reading),
    }
    if board.kind == "hall":
        made["firmware/pins.py"] = firmware(board)
    return made


def write(folder: pathlib.Path, made: dict[str, str]) -> None:
    """Lays files into a board's folder."""
    for name, text in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def main() -> None:
    """Makes them, or says of each source what is wrong with it."""
    asked = argparse.ArgumentParser(
        prog="hardware/generator", description="Makes wiring tables, schematics, parts and configurations."
    )
    asked.add_argument("--into", type=pathlib.Path, default=HOME, help="folder in which each board gets its own")
    asked.add_argument("source", type=pathlib.Path, nargs="*", default=[HOME / name for name in SOURCES])
    options = asked.parse_args()
    wrong = []
    for source in options.source:
        try:
            for board in boards(source):
                write(options.into / board.name, files(board))
        except (Trouble, OSError) as error:
            wrong.append(str(error))
    if wrong:
        sys.exit("\n".join(wrong))


main()
