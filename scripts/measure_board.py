#!/usr/bin/env python3
"""What a board's daemon costs: one that plays a game, one that comes back in the middle of it, and one
that plays for half a day.

Prints a table in Markdown. It takes a good twelve minutes: half a day at sixty times its speed.

    scripts/measure_board.py target/release/touchmove | scripts/figures.sh 'A board'
"""

import concurrent.futures
import json
import os
import pathlib
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

RUNS = 15


class Game:
    """A game as its board would have it, without the end."""

    def __init__(self, touchmove: str, pgn: str) -> None:
        command = [touchmove, "simulate", "-", "--games", "1", "--ending", "quiet", "--out", "-"]
        trace = subprocess.run(command, input=pgn, check=True, capture_output=True, text=True).stdout
        lines = trace.splitlines()
        expect = next(json.loads(line)["expect"] for line in lines if line.startswith('{"expect"'))
        self.plies = len(expect["moves"])
        self.lines = [
            line for line in lines if '"end":true' not in line and not line.startswith('{"expect"')
        ]


def by_length() -> list[str]:
    """Games as PGN, the shortest first: the shared ones, or the program's own."""
    folder = pathlib.Path(__file__).parent
    shared = folder / "../../shared/games/otb_classic.pgn"
    own = folder / "../core/games/repertoire.pgn"
    text = (shared if shared.exists() else own).read_text()
    games = ["[Event " + game for game in text.split("[Event ")[1:]]
    return sorted(games, key=moves)


def moves(game: str) -> int:
    """How many moves a game of PGN has, by their numbers."""
    text = game.split("]\n")[-1]
    return max(map(int, re.findall(r"\b(\d+)\.", text)), default=0)


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
        self.proc = pathlib.Path(f"/proc/{self.process.pid}")

    def resident(self) -> float:
        """Megabytes."""
        return int(self.line("status", "VmRSS").split()[1]) / 1024

    def written(self) -> float:
        """Megabytes that went to the disk."""
        return int(self.line("io", "write_bytes").split()[1]) / 1e6

    def descriptors(self) -> int:
        return len(list((self.proc / "fd").iterdir()))

    def line(self, file: str, key: str) -> str:
        lines = (self.proc / file).read_text().splitlines()
        return next(line for line in lines if line.startswith(key))

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def configured(folder: pathlib.Path, sensor: str) -> pathlib.Path:
    """A configuration for a board that keeps its state in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "board.toml"
    config.write_text(
        f'[board]\nname = "1"\nstate = "{folder}/state"\n[sensor]\n{sensor}\n'
        f'[game]\ntime_control = "5400+30"\n[web]\nport = 0\n'
    )
    return config


def resumed(touchmove: str, folder: pathlib.Path, game: Game) -> list[str]:
    """Rows about a daemon that comes back, again and again."""
    header = json.loads(game.lines[0]) | {"board": "1", "game": "long"}
    config = configured(folder, 'kind = "simulated"')
    journals = folder / "state/games"
    journals.mkdir(parents=True)
    (journals / "long.jsonl").write_text("\n".join([json.dumps(header), *game.lines[1:]]) + "\n")
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
    return [
        f"| started until it shows the board with {game.plies} plies, median of {RUNS} | {statistics.median(starts):.0f} ms | 300 ms |",
        f"| the same, worst | {max(starts):.0f} ms | |",
        f"| resident memory after them, nobody looks | {alone:.1f} MB | 12 MB |",
        f"| resident memory, a page is open | {watched:.1f} MB | 20 MB |",
    ]


def played(touchmove: str, folder: pathlib.Path, trace: pathlib.Path, plies: int) -> list[str]:
    """Rows about one game, played at four times its speed."""
    speed = 4
    config = configured(folder, f'kind = "trace"\nfile = "{trace}"\nspeed = {speed}.0')
    board = Board(touchmove, config)
    last = json.loads(trace.read_text().splitlines()[-1])["t"]
    time.sleep(last / 1000 / speed + 2)
    written = board.written()
    board.kill()
    journal = next((folder / "state/games").glob("*.jsonl"))
    text = journal.read_text()
    syncs = text.count('{"sum":')
    return [
        f"| journal of a game of {plies} plies | {len(text) / 1024:.0f} kB | 64 kB |",
        f"| written to the disk for it, with the hall's memory | {written:.2f} MB | 1.5 MB |",
        f"| fdatasync a ply | {syncs / plies:.1f} | 4 |",
    ]


def half_day(touchmove: str, folder: pathlib.Path, trace: pathlib.Path) -> list[str]:
    """A row about a board on which game after game is played for twelve hours, sixty times as fast."""
    sensor = f'kind = "trace"\nfile = "{trace}"\nspeed = 60.0\nat_end = "loop"'
    board = Board(touchmove, configured(folder, sensor))
    time.sleep(60)
    early = (board.resident(), board.descriptors())
    time.sleep(660)
    late = (board.resident(), board.descriptors())
    board.kill()
    return [
        f"| after 1 hour of play, at 60 times its speed | {early[0]:.1f} MB, {early[1]} descriptors | |",
        f"| after 12 hours | {late[0]:.1f} MB, {late[1]} descriptors | flat |",
    ]


def main() -> None:
    touchmove = os.path.abspath(sys.argv[1])
    games = by_length()
    usual, long = (Game(touchmove, games[place]) for place in (len(games) // 2, -1))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        trace = folder / "usual.jsonl"
        trace.write_text("\n".join(usual.lines) + "\n")
        rows = resumed(touchmove, folder / "resumed", long)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            game = pool.submit(played, touchmove, folder / "played", trace, usual.plies)
            day = pool.submit(half_day, touchmove, folder / "day", trace)
            rows += game.result() + day.result()
        print("| | | goal |\n| --- | ---: | ---: |")
        print("\n".join(rows))


main()
