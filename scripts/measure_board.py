#!/usr/bin/env python3
"""What a board's daemon costs that comes back in the middle of a long game.

Prints a table in Markdown: how soon it is there again, what it holds in memory without and with a
page that looks at it, and how big the journal of a game is.

    scripts/measure_board.py target/release/touchmove | scripts/figures.sh 'A board'
"""

import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

RUNS = 15


def long_game(touchmove: str, folder: pathlib.Path) -> tuple[list[str], int]:
    """The longest of the program's games as its board would have it, without the end."""
    traces = folder / "traces"
    subprocess.run(
        [touchmove, "simulate", *games(), "--games", "60", "--ending", "quiet", "--out", traces],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    longest = max(traces.iterdir(), key=lambda path: path.stat().st_size)
    lines = longest.read_text().splitlines()
    expect = next(json.loads(line)["expect"] for line in lines if line.startswith('{"expect"'))
    kept = [line for line in lines if '"end":true' not in line and not line.startswith('{"expect"')]
    return kept, len(expect["moves"])


def games() -> list[str]:
    shared = pathlib.Path(__file__).parent / "../../shared/games/otb_classic.pgn"
    return [str(shared)] if shared.exists() else []


class Board:
    """A daemon that was just started."""

    def __init__(self, touchmove: str, config: pathlib.Path) -> None:
        begun = time.perf_counter()
        self.process = subprocess.Popen(
            [touchmove, "board", "--config", config],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.address = self.process.stdout.readline().strip()
        self.ms = (time.perf_counter() - begun) * 1000

    def resident(self) -> float:
        """Megabytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def main() -> None:
    touchmove = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lines, plies = long_game(touchmove, folder)
        header = json.loads(lines[0])
        journals = folder / "state/games"
        journals.mkdir(parents=True)
        header |= {"board": "1", "game": "long"}
        journal = journals / "long.jsonl"
        journal.write_text("\n".join([json.dumps(header), *lines[1:]]) + "\n")
        config = folder / "board.toml"
        config.write_text(
            f'[board]\nname = "1"\nstate = "{folder}/state"\n'
            f'[game]\ntime_control = "{header["time_control"]}"\n[web]\nport = 0\n'
        )

        starts = []
        for _ in range(RUNS):
            board = Board(touchmove, config)
            starts.append(board.ms)
            board.kill()
        board = Board(touchmove, config)
        time.sleep(1)
        alone = board.resident()
        stream = urllib.request.urlopen(f"{board.address}/api/stream?board=1")
        stream.read(1)
        time.sleep(1)
        watched = board.resident()
        board.kill()
        events = sum(line.startswith('{"seq"') for line in journal.read_text().splitlines())
        size = journal.stat().st_size / 1024

        print(f"A game of {plies} plies, killed and resumed {RUNS} times.\n")
        print("| | | goal |\n| --- | ---: | ---: |")
        print(f"| started until it shows the board, median | {statistics.median(starts):.0f} ms | 300 ms |")
        print(f"| the same, worst | {max(starts):.0f} ms | |")
        print(f"| resident memory, nobody looks | {alone:.1f} MB | 12 MB |")
        print(f"| resident memory, a page is open | {watched:.1f} MB | 20 MB |")
        print(f"| journal with its {events} events | {size:.0f} kB | 64 kB |")


main()
