"""What hands do on the simulated chips, as a script for the player in the machine.

    hands.py SEED FOLDER

Plays the beginning of a real game out of ../shared/traces in real time on all boards at once, with a
piece that is touched and put back, an illegal move at the end, and chips and buses that fail. Writes
into FOLDER: scripts for the pieces and levers `before` the game, to have something `broken` and `mended`, and
the `game`; `truth.json` (what must come of it), and `truth.jsonl`, the same as a debounced trace.
"""

import json
import pathlib
import random
import sys

import failures
from boards import BOARDS, FILES, START, number

PLIES = 32
FIRST_PRESS = 1500  # ms; before it the boards are set up
def games():
    for path in sorted(pathlib.Path("../shared/traces/clean").glob("*.jsonl")):
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        yield path, lines[0], lines[1:]


def beginning(header, records):
    """The records and moves of the first plies, if they will do."""
    expect = next(record["expect"] for record in records if "expect" in record)
    moves = expect["moves"][:PLIES]
    presses = 0
    taken = []
    for record in records:
        if not {"lift", "place", "press"} & record.keys():
            if record.get("t", 0) > 0 or record.get("scan", "ffff00000000ffff") != "ffff00000000ffff":
                return None
            continue
        taken.append(record)
        presses += "press" in record
        if presses == PLIES + 1:
            break
    # Promotions have times of their own, and an ending would leave nothing to offend against.
    if "fen" in header or expect["alerts"] or len(expect["moves"]) < PLIES + 8:
        return None
    # In check no other piece may move.
    if moves[failures.OFFENCE - 2].endswith("+"):
        return None
    if presses <= PLIES or taken[0] != {"t": taken[0]["t"], "press": "black"} or any("=" in move for move in moves):
        return None
    return taken, moves


def pause(was, after, luck):
    """How long until the next record, in ms: thinking is cut short, hands are not. On either side of
    what the rules count as a brush (150 ms) there is room for a machine that is slow."""
    if after == "press":
        return luck.randint(300, 450)
    if was < 150:
        return min(max(was, 30), 100)
    return 200 + min(was - 150, 1000) // 10 + luck.randint(0, 20)


def hurried(records, luck):
    """The records at times of their own."""
    t, was, after = FIRST_PRESS, records[0]["t"], None
    for record in records:
        kind = next(kind for kind in ("lift", "place", "press") if kind in record)
        if after:
            gap = pause(record["t"] - was, after, luck)
            # A press is a move of its own: it comes when the hand is back from the board.
            t += max(gap, luck.randint(200, 300)) if kind == "press" else gap
        was, after = record["t"], kind
        yield {"t": t, kind: record[kind]}


def stands(records, until):
    """Squares that are full before this record, and those never touched."""
    full, touched = START, set()
    for record in records[:until]:
        if "lift" in record:
            full &= ~(1 << number(record["lift"]))
            touched.add(record["lift"])
        elif "place" in record:
            full |= 1 << number(record["place"])
            touched.add(record["place"])
    return full, touched


def home_pawns(records, at, side):
    """Squares of this side's pawns that have not been touched, with nothing for three squares ahead."""
    full, touched = stands(records, at)
    rank, step = (2, 1) if side == "white" else (7, -1)
    for file in FILES:
        ahead = [f"{file}{rank + step * n}" for n in (1, 2, 3)]
        if f"{file}{rank}" not in touched and not any(full >> number(square) & 1 for square in ahead):
            yield f"{file}{rank}", ahead


def delayed(records, at, ms):
    return records[:at] + [{**record, "t": record["t"] + ms} for record in records[at:]]


def touched_and_put_back(records, ply, luck):
    """Before this ply its player lifts a pawn that could move, and puts it back. A pawn at the edge of
    the board is not pinned while its king is at home."""
    begins = [n for n, record in enumerate(records) if "press" in record]
    at = begins[ply - 1] + 1
    side = "white" if ply % 2 else "black"
    moved = [record.get("lift") for record in records[at : begins[ply]]]
    pawn = luck.choice([pawn for pawn, _ in home_pawns(records, at, side) if pawn not in moved and pawn[0] in "ah"])
    t = records[at]["t"]
    extra = [{"t": t, "lift": pawn}, {"t": t + 400, "place": pawn}]
    return records[:at] + extra + delayed(records, at, 800)[at:], pawn


def thought_over(records):
    """Before some plies their players think for longer."""
    for ply, ms in failures.THINKS.items():
        begins = [n for n, record in enumerate(records) if "press" in record]
        records = delayed(records, begins[ply - 1] + 1, ms)
    return records


def pawn_three_squares(records, ply, luck):
    """After all, a pawn goes where none can."""
    side = "white" if ply % 2 else "black"
    pawn, ahead = luck.choice(list(home_pawns(records, len(records), side)))
    t = records[-1]["t"] + 400
    moves = [{"t": t, "lift": pawn}, {"t": t + 250, "place": ahead[2]}, {"t": t + 500, "press": side}]
    return records + moves, pawn, ahead[2]


def game(luck):
    """Records and truth of a game that will do."""
    chosen = [(path, *found) for path, header, records in games() if (found := beginning(header, records))]
    luck.shuffle(chosen)
    for path, records, moves in chosen:
        records = list(hurried(records, luck))
        try:
            records, touched = touched_and_put_back(records, failures.OFFENCE, luck)
            records = thought_over(records)
            records, pawn, to = pawn_three_squares(records, PLIES + 1, luck)
        except IndexError:
            continue  # no pawn that could
        side = ["black", "white"][failures.OFFENCE % 2]
        alerts = [
            {"kind": "touch_move", "side": side, "ply": failures.OFFENCE, "touched": touched},
            {"kind": "illegal_move", "side": "white", "ply": PLIES, "uci": pawn + to},
        ]
        return path, records, {"moves": moves, "alerts": alerts}
    sys.exit("hands.py: none of the games will do")


def played(records, luck):
    """The records as lines of a script, for all boards."""
    full, down = START, "white"
    for record in records:
        us = record["t"] * 1000
        if "press" in record:
            for board in BOARDS:
                yield from board.tip(us, f"press:{record['press']}", down, record["press"])
            down = record["press"]
            continue
        kind = "lift" if "lift" in record else "place"
        was, bit = full, 1 << number(record[kind])
        full = full & ~bit if kind == "lift" else full | bit
        # A reed that closes bounces for less than a millisecond.
        bounces = [full, was, full] if kind == "place" and luck.random() < 0.3 else [full]
        for n, shown in enumerate(bounces):
            for board in BOARDS:
                yield from board.show(us + 300 * n, f"{kind}:{record[kind]}", was, shown)
            was = shown


def write(path, lines):
    # Sorting is stable: what happens at one time stays in its order.
    lines = sorted(lines, key=lambda line: line[0])
    path.write_text("".join(f"{us} {label} {file} {value}\n" for us, label, file, value in lines))


def main():
    seed, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    luck = random.Random(seed)
    path, records, truth = game(luck)
    last = records[-1]["t"]
    before = [line for board in BOARDS for line in board.at_start(START, "white")]
    lines = [*played(records, luck), *failures.lines(records, stands(records, len(records))[0])]
    lines.append(((last + 2500) * 1000, "end", "/run/orders", "nothing"))
    broken, mended = failures.breakages()
    for name, script in [("before", before), ("broken", broken), ("mended", mended), ("game", lines)]:
        write(folder / name, script)
    truth["faults"] = failures.FAULTS
    truth["breakages"] = [(board, code, named) for board, _, _, _, code, named in failures.BREAKAGES]
    (folder / "truth.json").write_text(json.dumps(truth))
    header = {"touchmove": 1, "rules": "fide-2023", "time_control": "5400+30"}
    wanted = [{key: alert[key] for key in ("kind", "side")} for alert in truth["alerts"]]
    trace = [
        header,
        {"t": 0, "scan": f"{START:016x}"},
        *records,
        {"t": last + 2500, "end": True},
        {"expect": {"moves": truth["moves"], "alerts": wanted, "exact": True}},
    ]
    (folder / "truth.jsonl").write_text("".join(json.dumps(line) + "\n" for line in trace))
    print(f"{path.name}: {len(truth['moves'])} plies in {last / 1000:.0f} s")


main()
