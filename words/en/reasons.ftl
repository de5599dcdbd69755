### Why a move is illegal, why a game ended, why something was withdrawn, cleared or refused.

## Why a move is illegal

illegal-piece-movement = the { piece } does not move like that
illegal-path-blocked = the { piece } cannot jump over pieces
illegal-own-piece-captured = a piece of the player’s own stood there
illegal-king-left-in-check = the king is in check afterwards
illegal-castling-right-lost = king or rook had moved before
illegal-castling-blocked = there are pieces in the way
illegal-castling-through-check = the king would pass over an attacked square
illegal-castling-in-check = castling out of check is not allowed
illegal-castling-wrong-square = king or rook was not set on its castling square
illegal-king-captured = a king cannot be captured
illegal-no-en-passant = there is no pawn to take in passing
illegal-pawn-not-promoted = the pawn on the last rank was not replaced
hint-swapped-pieces = The piece moved like its neighbour: they may have been swapped at the start.

## Why a game ended

reason-checkmate = checkmate
reason-stalemate = stalemate
reason-dead-position = dead position
reason-fivefold-repetition = fifth occurrence of the position
reason-seventy-five-moves = 75 moves without a capture or a pawn move
reason-threefold-repetition = third occurrence of the position
reason-fifty-moves = fifty moves without a capture or a pawn move
reason-resignation = resignation
reason-agreement = by agreement
reason-flag-fall = flag-fall
reason-illegal-moves = illegal moves
reason-forfeit = by default
reason-quickplay-finish = quickplay finish
reason-conduct = conduct
reason-arbiter = arbiter’s decision

## Results

result-white-wins = White won
result-black-wins = Black won
result-draw = Draw
result-both-lose = Both lost
result-half-to-white = Half a point to White, none to Black
result-half-to-black = None to White, half a point to Black
result-open = No result

## Why an alert went away

cleared-restored = restored on the board
cleared-applied = applied
cleared-dismissed = no action
cleared-moot = no longer matters
cleared-mended = the sensors read again

## Why moves were withdrawn

withdrawn-hand = the player put it back
withdrawn-reinstate = position reinstated
withdrawn-set-position = position set by the arbiter
withdrawn-accept-board = the board’s position accepted
withdrawn-flip = the board is read the other way round
withdrawn-correct = move corrected by the arbiter
withdrawn-undo = the arbiter took his decision back

## Faults of sensors and clock

fault-stuck = a square never reads empty
fault-dead = a square never reads occupied
fault-chattering = a square flickers
fault-bus = no answer on the bus
fault-ghost = a square reads occupied though nothing can stand there
fault-stale = no reading has come for a while
fault-chain = the shift chain is broken or unplugged
fault-expander = the input chip does not answer
fault-drift = the rest level of a square has wandered; calibrate again
fault-lever = both contacts of the clock’s lever are closed, or both open
fault-undervoltage = the supply voltage is too low
fault-serial = no answer on the serial line, or it is garbled
fault-overflow = readings came faster than they could be dealt with; some are lost
fault-unexplained = they read again, but no legal moves explain what stands there now
fault-contradiction = the presses contradict each other
fault-jump = the readings jump
fault-restarted = the board was restarted; the clocks wait for the arbiter
fault-program-error = an error of the program; the last reading was skipped
fault-other = it reports a fault

## Why a command was not carried out

refused-not-his-move = It is not that player’s move.
refused-nothing-stands-there = Nothing stands there.
refused-no-such-move = There is no such legal move.
refused-game-not-over = The game is not over.
refused-already-started = The game has started already.
refused-not-started = The game has not started.
refused-game-over = The game is over.
refused-already-running = The clocks are running already.
refused-changed = It has changed meanwhile; look again.
refused-already-decided = It has already been decided.
refused-already-claimed = The claim is made already; rule on it.
refused-no-such-alert = There is no such call.
refused-no-such-choice = There is no such choice.
refused-no-such-piece = There is no such piece.
refused-no-promotion = No pawn was promoted there.
refused-result-unknown = It is not known yet whether the opponent could mate: choose, or wait.
refused-position-unknown = The position is not known well enough.
refused-no-result = That is no result.
refused-agreement-too-early = A draw cannot be agreed yet without the arbiter’s consent.
refused-no-such-ply = There is no such move.
refused-not-a-fen = That cannot be read as a position.
refused-not-a-position = That position is not possible.
refused-no-possible-position = No position of the game fits what stands on the board.
refused-later-moves-illegal = Later moves would be illegal.
refused-time-missing = The time is missing.
refused-no-clock = There is no clock at this table.
refused-nothing-to-undo = There is nothing to take back.
refused-play-went-on = Play has gone on; it cannot be taken back any more.
refused-not-a-move = That cannot be read as a move.
refused-illegal-move = That move is illegal.
refused-other-game = Another game is on at this board by now.
refused-bad-terms = The board cannot play by these rules.
refused-game-on = A game is on at this board.
refused-not-saved = The board’s disk did not take it.
refused-unreachable = The board cannot be reached.
refused-late = No answer from the board; it may still be carried out.
refused-other = The board did not carry it out.
