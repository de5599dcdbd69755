"""Reads PGN from standard input and prints one line of JSON a game: what python-chess found."""

import io
import json
import sys

import chess.pgn

text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", newline="\n")
while (game := chess.pgn.read_game(text)) is not None:
    board = game.board()
    moves, clocks = [], []
    for node in game.mainline():
        moves.append(board.san(node.move))
        clocks.append(node.clock())
        board.push(node.move)
    found = {
        "errors": [str(error) for error in game.errors],
        "tags": dict(game.headers),
        "moves": moves,
        "clocks": clocks,
        "variations": any(len(node.variations) > 1 for node in game.mainline()),
    }
    print(json.dumps(found))
