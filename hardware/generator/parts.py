"""The parts that a board can be built of, from parts.toml."""

import difflib
import enum
import pathlib
import tomllib
from dataclasses import dataclass, field

PARTS = pathlib.Path(__file__).parent.parent / "parts.toml"


class Kind(enum.Enum):
    """What a pin is for, and so what it may be wired to."""

    IN = "in"
    OUT = "out"
    IO = "io"
    ANALOG = "analog"
    PASSIVE = "passive"
    GROUND = "gnd"
    ASKS_3V3 = "3V3"
    ASKS_5V = "5V"
    GIVES_3V3 = "3V3>"
    GIVES_5V = "5V>"
    NOTHING = "nc"

    @property
    def asks(self) -> str | None:
        """The supply that it must be given."""
        return self.value if self in (Kind.ASKS_3V3, Kind.ASKS_5V) else None

    @property
    def gives(self) -> str | None:
        """The supply that it is."""
        return self.value[:-1] if self in (Kind.GIVES_3V3, Kind.GIVES_5V) else None


@dataclass(frozen=True)
class Pin:
    """One pin of a part, as its maker counts and names it."""

    number: int
    name: str
    kind: Kind

    @property
    def key(self) -> str:
        """How a source writes it: the number and, where it says more, the name."""
        return str(self.number) if self.name == str(self.number) else f"{self.number}-{self.name}"


@dataclass(frozen=True)
class Model:
    """A kind of part that can be bought."""

    id: str
    what: str
    role: str
    maker: str
    mpn: str
    pins: tuple[Pin, ...]
    called: str
    source: str = ""
    note: str = ""
    whole: bool = True
    series: bool = False
    outputs_only: tuple[str, ...] = ()
    taken: dict[str, str] = field(default_factory=dict)
    bus: dict[str, dict[str, str]] = field(default_factory=dict)

    def pin(self, key: str) -> Pin:
        """The pin that a source names by `key`; what is wrong with the key is a `ValueError`."""
        number, _, name = key.partition("-")
        here = next((pin for pin in self.pins if str(pin.number) == number), None)
        if here is None:
            raise ValueError(f"{self.id} has {len(self.pins)} pins, and none of them is {number}")
        if key == here.key:
            return here
        other = next((pin for pin in self.pins if pin.name == name), None)
        where = f"; {name} is pin {other.number}" if other else ""
        raise ValueError(f"pin {number} of {self.id} is {here.name}, not {name or 'without a name'}{where}")


def _pin(line: str) -> Pin:
    number, name, kind = line.split()
    return Pin(int(number), name, Kind(kind))


def _model(id: str, table: dict) -> Model:
    """A model from its table in parts.toml."""
    known = {
        key: table[key]
        for key in ("what", "maker", "source", "note", "whole", "series", "taken", "bus")
        if key in table
    }
    return Model(
        id=id,
        role=table["is"],
        mpn=(mpn := table.get("mpn", id)),
        called=table.get("called", mpn),
        outputs_only=tuple(table.get("outputs_only", ())),
        pins=tuple(_pin(line) for line in table["pins"].strip().splitlines()),
        **known,
    )


def models() -> dict[str, Model]:
    """All parts by the name that sources use."""
    return {id: _model(id, table) for id, table in tomllib.loads(PARTS.read_text(encoding="utf-8")).items()}


def nearest(name: str, names) -> str:
    """A hint at the name that was meant."""
    close = difflib.get_close_matches(name, list(names), 1)
    return f"; did you mean {close[0]}?" if close else ""
