"""Compares what a board had shown with what stands in its journals.

    check.py JOURNALS CONSOLE...

JOURNALS is the folder of the board's games, each CONSOLE what one run of the machine showed: the
board's stream, up to where the power was cut.
"""

import json
import pathlib
import sys


class Journal:
    """The events of one game."""

    def __init__(self, path):
        self.path = path
        self.events = {}
        lines = path.read_text(encoding="utf-8").splitlines()
        self.game = json.loads(lines[0])["game"]
        self.closed = False
        for number, line in enumerate(lines[1:], start=2):
            try:
                event = json.loads(line)
            except ValueError:
                # The newest journal of a machine that is off may end so; the next start mends it.
                if number < len(lines):
                    fail(f"{path}:{number}: broken, and more comes after it")
                break
            if "seq" in event:
                if event["seq"] != len(self.events) + 1:
                    fail(f"{path}:{number}: event {event['seq']} after {len(self.events)}")
                self.events[event["seq"]] = event
            self.closed |= "end" in event

    def has(self, names, until, **wanted):
        """Whether an event of one of these kinds, not later than `until`, says all this."""
        return any(
            event["event"] in names
            and event["seq"] <= until
            and all(event.get(key) == value for key, value in wanted.items())
            for event in self.events.values()
        )


FAILURES = {}  # each once: what was shown was often shown again
MOVES = ("move_made", "move_changed", "move_completed")


def fail(text):
    FAILURES[text] = True


def pick(shown, *keys):
    return {key: shown[key] for key in keys}


def missing(journal, shown):
    """What a view or a sheet shows and the journal has not: (what, whether it was final)."""
    seq = shown["seq"]
    event = journal.events.get(seq)
    if seq and (event is None or event["t"] != shown["t"]):
        yield f"event {seq} at {shown['t']}", False
    for move in shown.get("moves", []):
        final = move["state"] == "completed"
        # What was completed may have been told otherwise since.
        pressed = not final or journal.has(("move_completed",), seq, ply=move["ply"])
        if not (pressed and journal.has(MOVES, seq, **pick(move, "ply", "uci"))):
            yield f"ply {move['ply']} {move['san']}", final
    last, clocks = shown["last"], shown["clocks"]
    if last and not journal.has(MOVES, seq, **pick(last, "ply", "uci")):
        yield f"last ply {last['ply']} {last['san']}", False
    if clocks and not journal.has(("clock",), seq, **pick(clocks, "t", "white_ms", "black_ms")):
        yield f"clocks of {clocks['t']}", True
    for alert in shown["alerts"] + shown.get("past_alerts", []):
        if not journal.has(("alert",), seq, **pick(alert, "id", "rev", "kind")):
            yield f"alert {alert['id']} {alert['kind']}", True
    for touch in shown.get("touches", []):
        if not journal.has(("touch",), seq, **pick(touch, "t", "square")):
            yield f"touch of {touch['square']} at {touch['t']}", False
    if shown["result"] and not journal.has(("game_over",), seq):
        yield f"result {shown['result']}", True


def completed(sheet):
    return [(move["ply"], move["uci"]) for move in sheet["moves"] if move["state"] == "completed"]


def messages(console):
    """(part, kind, message) of each message that was shown to its end."""
    part, kind = None, None
    for line in console.read_bytes().split(b"\n")[:-1]:
        line = line.decode("utf-8").rstrip("\r")
        if line.startswith("== "):
            part = line[3:]
        elif line.startswith("event: "):
            kind = line[7:]
        elif line.startswith("data: "):
            yield part, kind, json.loads(line[6:])


def main():
    folder, *consoles = map(pathlib.Path, sys.argv[1:])
    journals = {journal.game: journal for journal in map(Journal, sorted(folder.glob("*.jsonl")))}
    counts = dict.fromkeys(("view", "sheet", "alert"), 0)
    provisional, plies, goes_on = 0, 0, 0
    newest = None
    for console in consoles:
        was_on, behind = newest, None  # when the power was cut, and what the page has of it now
        for part, kind, shown in messages(console):
            if was_on and part == "plays":
                if behind:
                    fail(f"{console}: the page stays at event {behind}, {was_on['seq']} had been shown")
                was_on = None
            if kind not in counts or not shown["game"]:
                continue
            counts[kind] += 1
            journal = journals.get(shown["game"])
            if journal is None:
                fail(f"{console}: game {shown['game']} has no journal")
                continue
            if kind == "alert":
                event = journal.events.get(shown["seq"], {})
                if (event.get("t"), event.get("event", "")[:5]) != (shown["t"], "alert"):
                    fail(f"{console}: alert at event {shown['seq']} is not in {journal.path}")
                continue
            # A view may run ahead of the disk by what is not final; a sheet may not.
            lost = list(missing(journal, shown))
            for what, final in lost:
                if final or kind == "sheet":
                    fail(f"{console}: a {kind} showed {what}, which is not in {journal.path}")
            if kind == "view" and was_on and shown["game"] == was_on["game"] and shown["seq"] < was_on["seq"]:
                fail(f"{console}: the board goes on from event {shown['seq']}, {was_on['seq']} had been shown")
            provisional += any(not final for _, final in lost)
            plies = max(plies, shown["ply"])
            if kind != "sheet":
                continue
            if was_on and shown["game"] == was_on["game"]:
                if shown["seq"] < was_on["seq"]:
                    behind = shown["seq"]  # the hall reads the journal piece by piece
                    continue
                goes_on += 1
                if completed(shown)[: len(completed(was_on))] != completed(was_on):
                    fail(f"{console}: the game goes on with other moves than had been shown")
            newest, was_on = shown, None
    for text in list(FAILURES)[:20]:
        print(text, file=sys.stderr)
    events = sum(len(journal.events) for journal in journals.values())
    print(
        f"{counts['sheet']} sheets, {counts['view']} views and {counts['alert']} alerts shown; {events} events"
        f" in {len(journals)} journals; {goes_on} times a game went on; longest game {plies} plies;"
        f" {provisional} views ahead of the disk; {len(FAILURES)} losses"
    )
    sys.exit(1 if FAILURES else 0)


main()
