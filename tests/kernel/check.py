"""Compares what the boards made of a game with what was played.

    check.py FOLDER

FOLDER is what scripts/kernel.sh works in: `truth.json` as hands.py left it, and out of the machine
`log` (the player's, PGN and answers of the web servers) and `state` (the boards' journals).
"""

import json
import pathlib
import re
import sys

from boards import BOARDS

TOLERANCE = 5  # ms that a press may lie beside the moment at which the contact closed
PATIENCE = 300  # ms for an answer of a board

wrong = []


def fail(board, text):
    wrong.append(f"{board.name}: {text}")


class Journal:
    """Records and events of the game on one board."""

    def __init__(self, path):
        self.records, self.events = [], []
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            line = json.loads(line)
            if "event" in line:
                self.events.append(line)
            elif "t" in line:
                self.records.append(line)

    def faults(self):
        """Those told, and the codes of those that have not been told to be over."""
        told = [record["fault"] for record in self.records if "fault" in record]
        lasting = {(fault["reason"], *fault["squares"]) for fault in told if not fault.get("mended")}
        lasting -= {(fault["reason"], *fault["squares"]) for fault in told if fault.get("mended")}
        return [fault for fault in told if not fault.get("mended")], {reason for reason, *_ in lasting}

    def alerts(self):
        """What the arbiter was called for, each as it was told last."""
        told = {}
        for event in self.events:
            if event["event"] == "alert" and event["severity"] != "info" and event["for"] == "arbiter":
                told[event["id"]] = event
        return list(told.values())


def sans(pgn):
    """The moves of the first game."""
    moves = re.split(r"\n\n", pgn.strip(), maxsplit=1)[-1].split("\n\n")[0]
    moves = re.sub(r"\{[^}]*\}|\([^)]*\)|\$\d+", " ", moves)
    tokens = re.sub(r"\d+\.+", " ", moves).split()
    return [token for token in tokens if token not in ("*", "1-0", "0-1", "1/2-1/2")]


def check_moves(board, truth, folder):
    played = sans((folder / "log" / f"{board.name}.pgn").read_text(encoding="utf-8"))
    if played != truth["moves"]:
        same = next((n for n, pair in enumerate(zip(played, truth["moves"])) if pair[0] != pair[1]), None)
        ply = min(len(played), len(truth["moves"])) if same is None else same
        fail(board, f"from ply {ply + 1} on: {played[ply:]}, played was {truth['moves'][ply:]}")


def agrees(told, wanted):
    if "touched" in wanted and [touch["square"] for touch in told.get("touched", [])][:1] != [wanted["touched"]]:
        return False
    return all(told.get(key) == value for key, value in wanted.items() if key != "touched")


def check_alerts(board, truth, journal):
    told = journal.alerts()
    for wanted in truth["alerts"]:
        found = next((alert for alert in told if agrees(alert, wanted)), None)
        if found is None:
            fail(board, f"nobody was told of {wanted}")
        else:
            told.remove(found)
    for alert in told:
        shown = {key: alert.get(key) for key in ("t", "kind", "side", "ply", "squares", "uci")}
        fail(board, f"the arbiter was called for nothing: {shown}")


def check_faults(board, truth, journal):
    faults, lasting = journal.faults()
    wanted = truth["faults"][board.name]
    told = {fault["reason"] for fault in faults}
    must, one, may, stay = (set(wanted.get(key, [])) for key in ("all", "one", "may", "stay"))
    for reason in must - told:
        fail(board, f"the fault `{reason}` was not told")
    if one and not told & one:
        fail(board, f"none of the faults {sorted(one)} was told")
    for reason in told - must - one - may:
        fail(board, f"there was no fault `{reason}`")
    for reason in lasting - stay:
        fail(board, f"the fault `{reason}` was not told to be over")
    for reason, squares in wanted.get("squares", {}).items():
        if sorted(squares) not in [sorted(fault["squares"]) for fault in faults if fault["reason"] == reason]:
            fail(board, f"no fault `{reason}` was of {squares}: {faults}")


def stretches(records):
    """Presses between restarts, for after one the trace's time begins anew."""
    stretch = []
    for record in records:
        if "restart" in record:
            yield stretch
            stretch = []
        elif "press" in record:
            stretch.append((record["t"], record["press"]))
    yield stretch


def check_presses(board, journal, pressed):
    """Each press is told, by the right side, and at its time: one offset fits all. Gives by how many
    ms it misses, at most."""
    worst, rest = 0, list(pressed)
    for n, stretch in enumerate(stretches(journal.records)):
        if n > 0 and stretch:  # those before it were while the daemon was away
            gone = len(rest) - len(stretch)
            if gone < 0:
                return fail(board, "there are more presses than were made")
            rest = rest[gone:]
        taken, rest = rest[: len(stretch)], rest[len(stretch) :]
        if [side for _, side in stretch] != [side for _, _, side in taken]:
            return fail(board, f"pressed was {taken}, told was {stretch}")
        if stretch:
            earliest = max(before / 1000 - t - 1 for (t, _), (before, _, _) in zip(stretch, taken))
            latest = min(after / 1000 - t for (t, _), (_, after, _) in zip(stretch, taken))
            worst = max(worst, earliest - latest)
    if rest:
        fail(board, f"{len(rest)} presses were not told: {rest}")
    if worst > TOLERANCE:
        fail(board, f"presses are told up to {worst:.1f} ms beside their times")
    return worst


def presses(board, log):
    """(not before, not after, side) of each press on this board's lever, in microseconds."""
    for line in log.splitlines():
        before, after, label, file = line.split()
        what, _, side = label.partition(":")
        if what == "press" and file == board.end_file(side):
            yield int(before), int(after), side


def check_selftests(board, truth, log):
    """A board that is well passes, and of one that is not what was broken is found and named."""
    whole, broken = (json.loads((log / f"{board.name}.{state}").read_text()) for state in ("whole", "broken"))
    if not whole["passed"]:
        fail(board, f"does not pass its self-test: {whole['findings']}")
    wanted = [(code, named) for name, code, named in truth["breakages"] if name == board.name]
    for code, named in wanted:
        said = [finding["said"] for finding in broken["findings"] if finding["code"] == code]
        if not any(named in text for text in said):
            fail(board, f"its self-test does not tell {code} of {named}: {broken['findings']}")


def main():
    folder = pathlib.Path(sys.argv[1])
    truth = json.loads((folder / "truth.json").read_text())
    log = (folder / "log" / "player").read_text()
    worst = 0
    for board in BOARDS:
        journals = sorted((folder / "state" / board.name / "games").glob("*.jsonl"))
        if len(journals) != 1:
            fail(board, f"{len(journals)} journals, there was one game")
            continue
        journal = Journal(journals[0])
        check_selftests(board, truth, folder / "log")
        check_moves(board, truth, folder)
        check_alerts(board, truth, journal)
        check_faults(board, truth, journal)
        worst = max(worst, check_presses(board, journal, list(presses(board, log))) or 0)
    for line in (folder / "log" / "asked").read_text().splitlines():
        name, path, status, ms = line.split()
        if status not in ("200", "202") or int(ms) > PATIENCE:
            wrong.append(f"{name}: {path} was answered with {status} after {ms} ms")
    for text in wrong:
        print(text, file=sys.stderr)
    print(f"{len(BOARDS)} boards, {len(truth['moves'])} plies; presses at most {max(worst, 0):.1f} ms beside their times")
    sys.exit(1 if wrong else 0)


main()
