"""A board's source as parts and the wires between them."""

import pathlib
import re
import tomllib
from dataclasses import dataclass, field

from parts import Model, Pin, models, nearest
from trouble import Trouble

HOUSE = pathlib.Path(__file__).resolve().parents[2]
SQUARES = tuple(f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh")
OPEN = "open"
GROUND = "GND"

# What a source says of the whole board, beside its parts.
ABOUT = {"title", "about", "kind", "sensor", "clock", "also", "variant"}
# What it says of a part, beside its pins, and of what is on no wire.
ASIDE = {"part": str, "at": str, "each": (str, list), "count": int, "contact": str}
ALSO = {"what": str, "count": int, "maker": str, "mpn": str, "note": str}


@dataclass(frozen=True)
class Part:
    """One part of a board: what it is, where it sits, and the wire at each of its pins."""

    ref: str
    key: str
    model: Model
    wires: dict[Pin, str]
    at: str = ""
    count: int = 1
    contact: str = ""
    # What it stands at, where a source says the same for each of several.
    each: str = ""

    @property
    def name(self) -> str:
        """What stands above it where it is drawn or listed."""
        return f"{self.ref}: {self.model.called}"

    def wire(self, name: str) -> str:
        """The wire at the pin of that name."""
        return next((wire for pin, wire in self.wires.items() if pin.name == name), OPEN)


@dataclass(frozen=True)
class End:
    """Where a wire ends: a pin of a part."""

    part: Part
    pin: Pin

    def __str__(self) -> str:
        name = "" if self.pin.name == str(self.pin.number) else f" ({self.pin.name})"
        return f"{self.part.ref}-{self.pin.number}{name}"


@dataclass
class Board:
    """Everything that a source says, or one variant of it."""

    name: str
    file: str
    title: str
    about: str
    kind: str
    sensor: dict
    clock: dict
    parts: dict[str, Part]
    also: list[dict]
    ends: dict[str, list[End]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for part in self.parts.values():
            for pin, wire in part.wires.items():
                if wire != OPEN:
                    self.ends.setdefault(wire, []).append(End(part, pin))

    def trouble(self, key: str, reason: str) -> Trouble:
        """What is wrong at a key of this board's source."""
        return Trouble(self.file, key, reason)

    def of(self, role: str) -> list[Part]:
        """All parts that are of that kind, in the order of the source."""
        return [part for part in self.parts.values() if part.model.role == role]

    def same(self, wire: str) -> set[str]:
        """The wire and those that are the same signal: what only a series resistor parts from it."""
        found, new = set(), {wire}
        while new:
            found |= new
            over = [end.part for each in new for end in self.ends.get(each, []) if end.part.model.series]
            new = {other for part in over for other in part.wires.values()} - found
        return found

    def reach(self, wire: str, role: str) -> list[End]:
        """The pins of parts of that kind at which the signal ends."""
        wires = sorted(self.same(wire))
        return [end for each in wires for end in self.ends.get(each, []) if end.part.model.role == role]

    def square(self, wire: str) -> str | None:
        """The square whose sensor the signal comes from."""
        return next((each for each in sorted(self.same(wire)) if each in SQUARES), None)


def _read(path: pathlib.Path, file: str) -> dict:
    text = path.read_text(encoding="utf-8")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        line = text.splitlines()[int(at[1]) - 1].strip() if at and int(at[1]) <= text.count("\n") else ""
        twice = "overwrite" in str(error)
        reason = f"line {at[1]}: it stands here twice" if twice and at else str(error)
        raise Trouble(file, line, reason) from error


def _shaped(file: str, key: str, table, shape: dict) -> None:
    """Complains of what stands in a table in another shape than it must."""
    if not isinstance(table, dict):
        raise Trouble(file, key, "must be a table")
    for name in table.keys() & shape.keys():
        if not isinstance(table[name], shape[name]) or isinstance(table[name], bool):
            raise Trouble(file, f"{key}.{name}", f"{table[name]!r} is not what it must be")


def _one(file: str, key: str, ref: str, table: dict, fields: dict, known: dict[str, Model]) -> Part:
    """The part `ref`, with what stands in braces filled in."""
    id = table.get("part", "")
    if id not in known:
        raise Trouble(file, f"{key}.part", f"there is no {id!r} in parts.toml{nearest(id, known)}")
    model = known[id]
    wires: dict[Pin, str] = {}
    for name, wire in table.items():
        if name in ASIDE:
            continue
        if not re.match(r"\d", name):
            raise Trouble(file, f"{key}.{name}", f"neither a pin nor one of {', '.join(sorted(ASIDE))}")
        try:
            pin = model.pin(name)
            if not isinstance(wire, str):
                raise ValueError("a wire is a name in quotes")
            wire = wire.format(**fields)
        except (ValueError, KeyError) as error:
            raise Trouble(file, f"{key}.{name}", str(error)) from error
        if pin in wires:
            raise Trouble(file, f"{key}.{name}", f"pin {pin.number} is used twice")
        wires[pin] = wire
    if model.whole:
        for pin in model.pins:
            if pin not in wires:
                raise Trouble(file, f"{key}.{pin.key}", 'is missing: wire it, or say "open"')
    aside = {name: table[name] for name in ("at", "count", "contact") if name in table}
    return Part(ref, key, model, wires, each=fields.get("each", ""), **aside)


def _parts(file: str, key: str, table: dict, known: dict[str, Model]) -> list[Part]:
    """The part of a table, or one for each of what it says."""
    ref = key.split(".")[-1]
    _shaped(file, key, table, ASIDE)
    over = table.get("each")
    if over is None:
        return [_one(file, key, ref, table, {}, known)]
    items = SQUARES if over == "square" else over
    if not isinstance(items, (tuple, list)) or not all(isinstance(item, str) and item for item in items):
        raise Trouble(file, f"{key}.each", 'is "square", or a list of parts')
    fields = [{"each": item, "file": item[0], "rank": item[1:]} for item in items]
    return [_one(file, key, f"{ref}-{each['each']}", table, each, known) for each in fields]


def _board(file: str, name: str, source: dict, variant: dict, known: dict[str, Model]) -> Board:
    for key, shape in {"title": str, "about": str, "kind": str, "sensor": dict, "clock": dict}.items():
        if not isinstance(source.get(key), shape):
            raise Trouble(file, key, "is missing, or not what it must be")
    parts: dict[str, Part] = {}
    for prefix, tables in (("", source), (f"variant.{name}.", variant)):
        for key, table in tables.items():
            if key in ABOUT:
                continue
            if not isinstance(table, dict):
                raise Trouble(file, prefix + key, f"neither a part nor one of {', '.join(sorted(ABOUT))}")
            for part in _parts(file, prefix + key, table, known):
                if part.ref in parts:
                    raise Trouble(file, prefix + key, "stands among the parts of all variants already")
                parts[part.ref] = part
    title = source["title"] + (f", {variant['title']}" if "title" in variant else "")
    also = [*source.get("also", []), *variant.get("also", [])]
    for number, more in enumerate(also, 1):
        _shaped(file, f"also {number}", more, ALSO)
        if not {"what", "count"} <= more.keys():
            raise Trouble(file, f"also {number}", "has no what or no count")
    about = source["about"].strip()
    return Board(name, file, title, about, source["kind"], source["sensor"], source["clock"], parts, also)


def boards(path: pathlib.Path) -> list[Board]:
    """The board that a source describes, or its variants."""
    inside = path.resolve().is_relative_to(HOUSE)
    file = path.resolve().relative_to(HOUSE).as_posix() if inside else str(path)
    source, known = _read(path, file), models()
    variants = source.get("variant", {path.stem: {}})
    return [_board(file, name, source, variant, known) for name, variant in variants.items()]
