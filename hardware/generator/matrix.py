"""A matrix of diodes: which line is which row and column follows from its wires."""

from checks import key
from netlist import SQUARES, Board, End, Part
from reading import Reading, complete, lever, line, pulled, setting, the_line


def crossing(board: Board, square: str) -> tuple[str, str]:
    """The wires of the row and the column that meet at a square."""
    ends = board.ends[square]
    diodes = [end for end in ends if end.part.model.role == "diode"]
    reeds = [end for end in ends if end.part.model.role == "reed"]
    if len(diodes) != 1 or len(reeds) != 1 or len(ends) != 2:
        raise board.trouble("", f"{square} must have a diode and a reed, and has {', '.join(map(str, ends))}")
    diode, reed = diodes[0], reeds[0]
    if diode.pin.name != "K":
        raise board.trouble(key(diode), "the diode is the wrong way round: its cathode points to the row")
    (row,) = {wire for pin, wire in reed.part.wires.items() if pin != reed.pin}
    return row, diode.part.wire("A")


def _sorted(wires: set[str], board: Board, what: str) -> list[str]:
    if len(wires) != 8:
        raise board.trouble("", f"there are {len(wires)} {what}, not 8: {', '.join(sorted(wires))}")
    return sorted(wires)


def _on_header(board: Board, rows: list[str], columns: list[str]) -> dict:
    lines = {wire: line(the_line(board, wire, "Pi")) for wire in rows + columns}
    return {"on": "gpio", "rows": [lines[wire] for wire in rows], "columns": [lines[wire] for wire in columns]}


# Where touchmove expects the rows and columns on an expander.
ROWS = ["GPA0", "GPA1", "GPA2", "GPA3", "GPA4", "GPA5", "GPA7", "GPB7"]
COLUMNS = ["GPB0", "GPB1", "GPB2", "GPB3", "GPB4", "GPB5", "GPB6", "GPA6"]


def _on_expander(board: Board, chip: Part, rows: list[str], columns: list[str]) -> tuple[dict, list[str], list[str]]:
    """The keys, and rows and columns in the order of the expander's pins."""
    for pin, wire in chip.wires.items():
        if pin.name in chip.model.outputs_only and wire in columns:
            raise board.trouble(
                f"{chip.key}.{pin.key}", f"{pin.name} may only be an output ({chip.model.source}), and {wire} is read"
            )
    for names, wires, what in ((ROWS, rows, "row"), (COLUMNS, columns, "column")):
        for name in names:
            if chip.wire(name) not in wires:
                pin = next(pin for pin in chip.model.pins if pin.name == name)
                raise board.trouble(f"{chip.key}.{pin.key}", f"{name} must be at a {what}, not at {chip.wire(name)}")
    address = 0x20 | sum((chip.wire(f"A{bit}") != "GND") << bit for bit in range(3))
    reset = line(the_line(board, chip.wire("RESET"), f"{chip.key}.18-RESET"))
    keys = {"on": "MCP23017", "i2c": "/dev/i2c-1", "address": address, "reset": reset}
    return keys, [chip.wire(name) for name in ROWS], [chip.wire(name) for name in COLUMNS]


def read(board: Board) -> Reading:
    """How the matrix is read: input n is row n/8, column n%8."""
    at = {square: crossing(board, square) for square in SQUARES}
    rows = _sorted({row for row, _ in at.values()}, board, "rows")
    columns = _sorted({column for _, column in at.values()}, board, "columns")
    chips = board.of("expander")
    if chips:
        keys, rows, columns = _on_expander(board, chips[0], rows, columns)
    else:
        keys = _on_header(board, rows, columns)
    for column in columns:
        if not pulled(board, column):
            raise board.trouble("", f"nothing pulls {column} up")
    squares: dict[tuple[str, str], str] = {}
    for square, lines in at.items():
        if lines in squares:
            raise board.trouble("", f"{square} and {squares[lines]} are both where {' crosses '.join(lines)}")
        squares[lines] = square
    inputs: dict[str, End] = {}
    for row in rows:
        for column in columns:
            square = squares[row, column]
            inputs[square] = next(end for end in board.ends[square] if end.part.model.role == "diode")
    keys |= {name: setting(board, "sensor", name) for name in ("settle_us", "rest_us")}
    ends, active = lever(board, "header")
    return Reading("matrix", "occupancy", complete(board, inputs), keys, lever=ends, active=active)
