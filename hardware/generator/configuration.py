"""The example configuration of a board: its keys from its wires, its comments from here."""

from netlist import SQUARES, Board
from reading import Reading, line, setting

# What a key means, for who reads the file on a Pi. Where touchmove's own config/board.toml says more,
# it is not repeated here.
MEANS = {
    "board.name": "Name or number of this board, as it stands on the table. Unique in the hall.",
    "board.state": "Where the games are kept, and what a calibration finds: the folder of the service.",
    "sensor.kind": "What reads the squares.",
    "sensor.sees": 'What a square can tell: that something stands there, or also whose it is ("polarity").',
    "sensor.rate_hz": "How often the squares are read, times a second.",
    "sensor.wiring.squares": "Which square each input is, in the order of the inputs.",
    "sensor.wiring.rotate": "How the board lies on the electronics: 0, 90, 180 or 270 degrees clockwise.",
    "sensor.wiring.inverted": "Whether a piece makes its input high; a reed to ground pulls it low.",
    "sensor.chain.spi": "The SPI that the chain is on. Its chip select is not used.",
    "sensor.chain.speed_hz": "Bits a second.",
    "sensor.chain.latch": "The line at SH/LD of all registers.",
    "sensor.chain.sentinel": "What the last register is wired to, A being the lowest bit.",
    "sensor.matrix.on": "Whose lines the rows and columns are.",
    "sensor.matrix.rows": "Rank 1 first.",
    "sensor.matrix.columns": "File a first.",
    "sensor.matrix.i2c": "The I²C that the expander is on.",
    "sensor.matrix.address": "Its address, as its pins A2 to A0 are wired.",
    "sensor.matrix.reset": "The line at its RESET.",
    "sensor.matrix.settle_us": "How long a row is driven before its columns are read, in µs.",
    "sensor.matrix.rest_us": "How long a row is let go before the next, in µs.",
    "sensor.serial.port": "The controller's port. Its name below /dev/serial/by-id stays the same at every USB socket.",
    "sensor.serial.baud": "Means nothing on USB, but must be named.",
    "clock.kind": "The lever is the clock that the players see.",
    "clock.white_at": "Whose end of the lever is which, for who looks at the screen.",
    "clock.contacts.wired": 'The end that is down closes its contact and stays so; "buttons" are let go again.',
    "clock.contacts.left": "The line at the contact under the left end.",
    "clock.contacts.right": "And under the right end.",
    "clock.contacts.active": "What a closed contact makes of its line.",
    "clock.contacts.debounce_ms": "A contact that moved is looked at again after so long, in ms.",
}


def _value(key: str, value) -> str:
    """A value in TOML, as one would write it by hand."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return (
            f"{value:#04x}"
            if key in ("address",)
            else f"{value:#04X}".replace("X", "x")
            if key == "sentinel"
            else str(value)
        )
    if isinstance(value, list):
        quoted = [f'"{item}"' for item in value]
        if len(quoted) <= 8:
            return f"[{', '.join(quoted)}]"
        rows = [", ".join(quoted[at : at + 8]) for at in range(0, len(quoted), 8)]
        return "[\n" + "".join(f"    {row},\n" for row in rows) + "]"
    return f'"{value}"'


def tables(board: Board, reading: Reading) -> dict[str, dict]:
    """The configuration as tables of keys."""
    found: dict[str, dict] = {
        "board": {"name": "1", "state": "/var/lib/touchmove"},
        "sensor": {"kind": reading.kind, "sees": reading.sees, "rate_hz": setting(board, "sensor", "rate_hz")},
        "sensor.wiring": {
            "squares": list(reading.inputs),
            "rotate": setting(board, "sensor", "rotate"),
            "inverted": reading.inverted,
        },
        f"sensor.{reading.kind}": reading.keys,
        "clock": {"kind": "lever", "white_at": setting(board, "clock", "white_at")},
    }
    if reading.lever:
        found["clock.contacts"] = {
            "wired": setting(board, "clock", "wired"),
            **{side: line(end) for side, end in reading.lever.items()},
            "active": reading.active,
            "debounce_ms": setting(board, "clock", "debounce_ms"),
        }
    return found


def configuration(board: Board, reading: Reading) -> str:
    """The file board.toml."""
    assert set(reading.inputs) == set(SQUARES)
    lines = [
        f"# {board.title}: an example configuration, made from {board.file} by `make hardware`.",
        "# Where the wiring changes, change it there. The keys that are not here have the value that",
        "# config/board.toml says, which explains them all.",
    ]
    for name, keys in tables(board, reading).items():
        lines += ["", f"[{name}]"]
        for key, value in keys.items():
            lines += [f"# {MEANS[f'{name}.{key}']}", f"{key} = {_value(key, value)}"]
    return "\n".join(lines) + "\n"
