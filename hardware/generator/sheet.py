"""A sheet of paper for schematics: symbols at places, in units of which two are an inch."""

import itertools
import math
import re

import schemdraw
import schemdraw.elements as elm
from netlist import GROUND, OPEN, Board, Part
from schemdraw.backends import svg
from schemdraw.segments import Segment

Place = tuple[float, float]

SIGNAL = "#1a4f8a"
FAINT = "#8a8a8a"
SMALL = 9
USUAL = 11


class Reed(elm.Element2Term):
    """A reed switch: two blades in a glass. The library's own has a hundred corners."""

    def __init__(self, **options):
        super().__init__(**options)
        turn = [math.pi * (step / 6 - 0.5) for step in range(7)]
        left = [(-0.3 * math.cos(angle), 0.3 * math.sin(angle)) for angle in turn]
        right = [(1 - x, -y) for x, y in left]
        self.segments.append(Segment([(0, 0), (0.85, 0.15), (math.nan, math.nan), (0.8, 0)]))
        self.segments.append(Segment([*left, *right, left[0]]))


# How a part of two pins is drawn, from its pin 1 to its pin 2.
SYMBOLS = {
    "resistor": elm.ResistorIEC,
    "capacitor": elm.Capacitor,
    "reed": Reed,
}


class Sheet:
    """What is drawn so far."""

    def __init__(self, board: Board):
        svg.config.text = "text"
        self.board = board
        self.drawn: set[str] = set()
        self.drawing = schemdraw.Drawing(canvas="svg", show=False)
        self.drawing.config(fontsize=USUAL, font="sans-serif", lw=1.2, bgcolor="white", margin=0.5)

    def svg(self) -> str:
        """The sheet as an SVG file."""
        text = self.drawing.get_imagedata("svg").decode("utf-8").strip()
        # A line for each element and no more than one decimal, so that a difference can be read.
        short = re.sub(r"-?\d+\.\d{2,}", lambda number: f"{float(number[0]):.1f}".rstrip("0").rstrip("."), text)
        return short.replace("><", ">\n<").replace('"sans"', '"sans-serif"') + "\n"

    def text(self, at: Place, text: str, side: str = "left", size: float = USUAL, color: str = "black") -> None:
        """Words that begin ("left"), end ("right") or have their middle ("center") at a place."""
        # The library sets words that end at a place a little to the right of it.
        at = (at[0] - 0.18, at[1]) if side == "right" else at
        self.drawing.add(
            elm.Label()
            .at(at)
            .theta(0)
            .label(text, loc="center", halign=side, valign="center", fontsize=size, color=color, ofst=0)
        )

    def wire(self, *places: Place, color: str = "black") -> None:
        """A line from place to place."""
        for start, end in itertools.pairwise(places):
            if start != end:
                self.drawing.add(elm.Line().at(start).to(end).color(color))

    def dot(self, at: Place) -> None:
        """Wires that meet."""
        self.drawing.add(elm.Dot(radius=0.06).at(at))

    def ground(self, at: Place) -> None:
        """The symbol of ground below a place."""
        self.drawing.add(elm.Ground().at(at).theta(0))

    def supply(self, at: Place, name: str) -> None:
        """The symbol of a supply above a place."""
        self.drawing.add(elm.Vdd().at(at).theta(0))
        self.text((at[0] + 0.2, at[1] + 0.35), name, size=SMALL)

    def name(self, wire: str, at: Place, side: str, skip: Part | None = None) -> None:
        """The name of a wire at its end, and where it goes if that is one place only."""
        if wire == OPEN:
            self.text(at, "×", "center", color=FAINT)
            return
        far = [end for end in self.board.ends[wire] if end.part is not skip]
        whither = f": {far[0].part.ref}-{far[0].pin.number}" if len(far) == 1 and skip else ""
        gap = 0.1 if side == "left" else -0.1
        self.text((at[0] + gap, at[1]), wire + whither, side, color="black" if wire == GROUND else SIGNAL)

    def chip(
        self,
        part: Part,
        at: Place,
        left: list[int],
        right: list[int],
        width: float = 3,
        step: float = 0.7,
        quiet: bool = False,
    ) -> dict[int, Place]:
        """A box with pins by number from the top, the middle of its upper edge at a place; gives its pins' ends."""
        rows = max(len(left), len(right))
        height = step * (rows - 1) + 1.2
        pins = {pin.number: pin for pin in part.model.pins}
        box = elm.Rect(corner1=(0, 0), corner2=(width, -height))
        corner = (at[0] - width / 2, at[1])
        self.drawing.add(box.at(corner).theta(0))
        self.text((at[0], at[1] + 0.3), part.name, "center", USUAL + 1)
        ends: dict[int, Place] = {}
        for side, numbers in (("left", left), ("right", right)):
            sign = -1 if side == "left" else 1
            edge = at[0] + sign * width / 2
            for row, number in enumerate(numbers):
                y = at[1] - 0.6 - step * row
                pin = pins[number]
                wire = part.wires.get(pin, OPEN)
                color = FAINT if wire == OPEN else "black"
                end = ends[number] = (edge + sign * 0.7, y)
                inside = "left" if side == "left" else "right"
                outside = "right" if side == "left" else "left"
                self.text(
                    (edge - sign * 0.12, y - 0.1),
                    pin.name if pin.name != str(number) else "",
                    inside,
                    size=10,
                    color=color,
                )
                self.text((edge + sign * 0.08, y + 0.16), str(number), outside, size=SMALL, color=color)
                if wire != OPEN or part.model.whole:
                    self.wire((edge, y), end, color=color)
                    if not quiet or side == "right":
                        self.name(wire, end, outside, part)
        self.drawn.add(part.ref)
        return ends

    def two(
        self, part: Part, start: Place, end: Place, label: str = "", swap: bool = False, away: Place = (0, 0.35)
    ) -> None:
        """A part of two pins between two places, its pin 1 (or, swapped, 2) at the first."""
        symbol = SYMBOLS.get(part.model.role, elm.ResistorIEC)
        first, last = (end, start) if swap else (start, end)
        options = {"polar": True} if "electrolytic" in part.model.what else {}
        self.drawing.add(symbol(**options).at(first).to(last))
        middle = ((start[0] + end[0]) / 2 + away[0], (start[1] + end[1]) / 2 + away[1])
        self.text(middle, label or f"{part.ref}  {value(part)}", "left" if away[0] else "center", size=10)
        self.drawn.add(part.ref)

    def bar(self, part: Part, at: Place, numbers: list[int], step: float) -> dict[int, Place]:
        """A part in one row of pins, its upper left corner at a place; the pins come out below."""
        width, height = step * (len(numbers) - 1) + 0.8, 0.8
        self.drawing.add(elm.Rect(corner1=(0, 0), corner2=(width, -height)).at(at).theta(0))
        self.text((at[0] + width / 2, at[1] - 0.3), part.name, "center", size=10)
        ends: dict[int, Place] = {}
        for place, number in enumerate(numbers):
            x, y = at[0] + 0.4 + step * place, at[1] - height
            wire = next(wire for pin, wire in part.wires.items() if pin.number == number)
            ends[number] = (x, y - 0.4)
            self.wire((x, y), ends[number], color=FAINT if wire == OPEN else "black")
            self.text((x + 0.08, y - 0.2), str(number), size=SMALL)
            if wire == OPEN:
                self.text(ends[number], "×", "center", color=FAINT)
        self.drawn.add(part.ref)
        return ends

    def common(self, network: Part, taps: dict[int, Place]) -> None:
        """The supply at the common pin of a resistor network, below it on the left."""
        wire = network.wire("COM")
        place = taps[next(pin.number for pin in network.wires if pin.name == "COM")]
        self.wire(place, (place[0], place[1] - 0.15), (place[0] - 0.9, place[1] - 0.15))
        self.name(wire, (place[0] - 0.9, place[1] - 0.15), "right")

    def contact(self, part: Part, start: Place, end: Place) -> None:
        """A contact of the lever, COM at the first place and NO at the second."""
        self.drawing.add(elm.Switch().at(start).to(end))
        for place, name, side in ((start, "COM", "left"), (end, "NO", "right")):
            pin = next(pin for pin in part.model.pins if pin.name == name)
            self.text((place[0], place[1] + 0.3), f"{name} {pin.number}", side, size=SMALL)
        self.drawn.add(part.ref)

    def rest(self, at: Place, width: float) -> float:
        """All parts of two pins that are not drawn yet, in rows; gives where the last row ends."""
        x, y = at
        for part in self.board.parts.values():
            if part.ref in self.drawn or len(part.model.pins) != 2:
                continue
            if x + 6 > at[0] + width:
                x, y = at[0], y - 1.5
            one, two = part.wires.values()
            self.two(part, (x + 1.6, y), (x + 3.8, y))
            self.name(one, (x + 1.6, y), "right")
            self.name(two, (x + 3.8, y), "left")
            x += 6
        return y - 1.5


def value(part: Part) -> str:
    """What is written beside a small part: the first word or two of what it is."""
    return part.model.what.split(",")[0]
