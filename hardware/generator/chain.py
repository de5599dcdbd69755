"""A chain of shift registers on SPI: its order is that of the wires, not of the names."""

from checks import key, supplies
from netlist import GROUND, Board, End, Part
from reading import Reading, closes, complete, lever, line, setting, take, the_line

# The pins of a register by number of the input.
PINS = "ABCDEFGH"


def _chain(board: Board) -> list[Part]:
    """The registers from the one nearest to the Pi on."""
    registers = board.of("shift register")
    ends = [end for header in board.of("header") for end in board.reach(header.wire("GPIO9"), "shift register")]
    chain: list[Part] = []
    while ends := [end for end in ends if end.pin.name == "QH"]:
        register = ends[0].part
        if register in chain:
            raise board.trouble(register.key, "the chain leads in a circle")
        chain.append(register)
        ends = board.reach(register.wire("SER"), "shift register")
    lost = [register for register in registers if register not in chain]
    if lost or len(chain) != 9:
        reason = f"the chain from MISO on has {len(chain)} registers, not 9"
        raise board.trouble(lost[0].key if lost else "Pi", reason + (f"; {lost[0].ref} is not in it" if lost else ""))
    return chain


def _end(part: Part, name: str) -> End:
    return End(part, next(pin for pin in part.wires if pin.name == name))


def _sentinel(board: Board, part: Part) -> int:
    """What is wired to the last register."""
    rails = supplies(board)
    byte = 0
    for bit, name in enumerate(PINS):
        wire = part.wire(name)
        if wire != GROUND and wire not in rails:
            raise board.trouble(key(_end(part, name)), f"the sentinel is wired to ground or a supply, not to {wire}")
        byte |= (wire in rails) << bit
    if byte in (0x00, 0xFF):
        raise board.trouble(part.key, f"a sentinel of {byte:#04x} is what a broken chain reads too")
    return byte


def read(board: Board) -> Reading:
    """How the chain is read."""
    chain = _chain(board)
    clock = board.same(board.of("header")[0].wire("GPIO11"))
    latch = the_line(board, chain[0].wire("SH_LD"), chain[0].key)
    inputs: dict = {}
    high = set()
    for register in chain:
        for name, wires in (("CLK", clock), ("SH_LD", board.same(chain[0].wire("SH_LD"))), ("CLK_INH", {GROUND})):
            if register.wire(name) not in wires:
                end = _end(register, name)
                raise board.trouble(key(end), f"{name} must be at {sorted(wires)[0]}, like that of the others")
    for register in chain[:-1]:
        for name in PINS:
            end = _end(register, name)
            take(board, inputs, end, register.wire(name))
            reeds = [each.part for each in board.ends[register.wire(name)] if each.part.model.role == "reed"]
            if len(reeds) != 1:
                raise board.trouble(key(end), f"{register.wire(name)} has {len(reeds)} reeds")
            high.add(closes(board, reeds[0], register.wire(name)))
    if len(high) != 1:
        raise board.trouble("S", "all reeds must lead to the same side")
    keys = {
        "spi": "/dev/spidev0.0",
        "speed_hz": setting(board, "sensor", "speed_hz"),
        "latch": line(latch),
        "sentinel": _sentinel(board, chain[-1]),
    }
    ends, active = lever(board, "header")
    return Reading("chain", "occupancy", complete(board, inputs), keys, high.pop(), ends, active)
