#!/usr/bin/env python3
"""What reading a board takes of the processor: a board whose chips are simulated is read for a while,
at some rates, and the kernel tells how long its scanner's thread ran.

Prints a table in Markdown.

    scripts/measure_scan.py target/release/touchmove | scripts/figures.sh 'Reading a board'
"""

import pathlib
import subprocess
import sys
import tempfile
import time

SECONDS = 20
RATES = [100, 200, 1000]
KINDS = {"chain": "9 × 74HC165", "expanders": "5 × MCP23017", "matrix": "a diode matrix"}
GOAL = "under 1 % at 200 Hz"


def running(pid: int, name: str) -> float:
    """How long the threads of this name have run, s."""
    seconds = 0.0
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        if (task / "comm").read_text().startswith(name):
            seconds += int((task / "schedstat").read_text().split()[0]) / 1e9
    return seconds


def share(touchmove: str, kind: str, rate: int) -> float:
    """The part of a core that the scanner's thread takes."""
    with tempfile.TemporaryDirectory() as folder:
        config = pathlib.Path(folder, "board.toml")
        config.write_text(
            f'[board]\nstate = "{folder}/state"\n[sensor]\nkind = "faulty"\nrate_hz = {rate}\n'
            f'[sensor.faulty]\nof = "{kind}"\n[web]\nport = 0\n'
        )
        board = subprocess.Popen([touchmove, "board", "--config", config], stdout=subprocess.PIPE)
        try:
            board.stdout.readline()
            before, begun = running(board.pid, "scan-"), time.monotonic()
            time.sleep(SECONDS)
            return (running(board.pid, "scan-") - before) / (time.monotonic() - begun)
        finally:
            board.terminate()
            board.wait()


def main() -> None:
    touchmove = sys.argv[1]
    print(f"The scanner's thread over {SECONDS} s, in parts of a core; the simulated chips are in it.")
    print(f"Goal: {GOAL}.\n")
    print("| electronics | " + " | ".join(f"{rate} Hz" for rate in RATES) + " |")
    print("| --- |" + " ---: |" * len(RATES))
    for kind, name in KINDS.items():
        shares = [share(touchmove, kind, rate) for rate in RATES]
        print(f"| {name} | " + " | ".join(f"{100 * part:.2f} %" for part in shares) + " |", flush=True)


main()
