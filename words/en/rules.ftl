### The rules in force as a page: `touchmove rules`. `$value` is a time as text, `$count` a number
### (of a time: its ms), `$number` an ordinal one.

rules-parameters = Parameters
rules-articles = Articles
rules-penalty = penalty { $article }
rules-elsewhere = Not for this kind of play and supervision.
rules-none = This edition has no such rule.
rules-usual = by the edition: { $value }
rules-changed = An asterisk marks what this event regulates otherwise than the edition.
rules-unchanged = This event regulates nothing otherwise than the edition.
rules-own-file = the event’s own file { $file }
rules-title = Regulations in force
rules-time-control = Time control: { $control }
rules-chief-arbiter = Chief arbiter
rules-signature = Signature
rules-day = Date

## How a thing comes to be known

known-sensed = Sensed
known-sensed-in-part = Sensed in part
known-told = Told
known-shown = Shown
rules-known = Sensed: the board and the clock show it. Told: the arbiter enters it, and the books are kept. Shown: it cannot be sensed; the arbiter gets what he needs to decide.

## Times

time-hours = { $count ->
    [one] { $count } hour
   *[other] { $count } hours
}
time-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
time-seconds = { $count ->
    [one] { $count } second
   *[other] { $count } seconds
}
time-fraction = { $seconds }.{ $part } s

control-moves = { $value } for { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
control-increment = { $value } + { $bonus } a move
control-delay = { $value } with a delay of { $bonus } a move
control-then = { $value }, then { $next }
control-repeated = { $value }, and so on
control-unequal = White { $white }; Black { $black }

## Headings

group-start = Before the first move
group-touches = Touched pieces
group-turn = Whose move it is
group-irregularities = Irregularities
group-clock = Clock and record
group-draws = Draws
group-endings = End of the game
group-supervision = Supervision in rapid and blitz
group-board = The board itself
group-waiting = How long it lasts before it counts
group-sensing = What the sensors are believed

## Parameters

parameter-default-time-ms = Default time: a player loses who comes later than
    .value = { $count ->
        [0] the start of the round
       *[other] { $value } after the start of the round
    }
parameter-reversed-colours-moves = Colours reversed: a new game
    .value = { $count ->
        [0] no; the game goes on
        [one] until both have completed one move
       *[other] until both have completed { $count } moves
    }
parameter-start-complaints = An incorrect start can be complained of
    .always = throughout the game
    .ten-moves = until both have completed ten moves
parameter-touch = A touch that nobody announced counts as
    .open = open: the arbiter weighs it
    .deliberate = deliberate
parameter-touched-both = One piece of each colour touched; neither takes the other
    .take-with-another = take with another, else move the own
    .first-possible = move or take the first that can be
parameter-touched-at-once = King and rook touched at once, castling impossible
    .king-first = the king must move, else any move
    .either = either must move
parameter-king-released = King released for castling, with no move at all
    .as-touched = the next touched piece that can be moved
    .as-castling = any move
parameter-complaint-lapses = By touching a piece a player can no longer complain of
    .touched-pieces = touched pieces and castling
    .all-handling = the act of moving (all of Article 4)
parameter-turn-passes = The opponent has the move when a move is
    .completed = completed
    .made = made
parameter-unpressed-move = A move that nobody pressed for is completed when
    .ending = it ends the game
    .ending-or-next-move = it ends the game, or he moves again
parameter-illegal-moves-lose = Illegal move by which a player loses
    .value = the { ordinal }
parameter-illegal-move-ms = For each illegal move before that one
    .value = { $count ->
        [0] no time
       *[other] { $value } to the opponent
    }
parameter-illegal-move-time = The opponent gets that time
    .always = always
    .if-claimed = if he claimed the illegal move
parameter-illegal-move-taken-back = Illegal move taken back before the press
    .nothing = not punished
    .warning = warning
    .as-illegal-move = as an illegal move
parameter-pressed-without-move = Clock pressed without a move
    .nothing = not punished
    .warning = warning
    .as-illegal-move = as an illegal move
parameter-two-hands = Two hands used for one move
    .nothing = not punished
    .warning = warning
    .as-illegal-move = as an illegal move
parameter-unpromoted-pawn = Pawn left on the last rank
    .any-piece = the player chooses any piece
    .queen = becomes a queen
parameter-answered-illegal-move = Illegal move that the opponent has answered
    .reinstated = the position before it is reinstated
    .stands = stands
parameter-illegal-position = Both kings in check, or a pawn on its last rank
    .reinstated = the position before is reinstated
    .drawn = drawn after the next move
parameter-next-period = The time of the next period is added
    .at-move = with the last move of the period
    .at-zero = when the clock shows zero
parameter-both-flags = Both flags down, and which fell first is unknown
    .draw = last period: draw; else play on
    .arbiter = the arbiter decides
parameter-recording = Recording the moves
    .required = is required
    .optional = is not required
parameter-recording-waived-ms = A player need not record with less than
    .value = { $value } left
parameter-recording-increment-ms = but must where each move adds at least
    .value = { $value }
parameter-time-trouble-ms = Time trouble: less than
    .value = { $value } left
parameter-wrong-claim-ms = For an incorrect draw claim
    .value = { $count ->
        [0] no time
       *[other] { $value } to the opponent
    }
parameter-fivefold-repetition = Fifth occurrence of a position
    .plays-on = ends nothing unless claimed
    .ends = ends the game
parameter-seventy-five-moves = 75 moves by each without a capture or a pawn move
    .plays-on = end nothing unless claimed
    .ends = end the game
parameter-agreement-moves = A draw can be agreed
    .value = { $count ->
        [0] at any time
        [one] after one move by each
       *[other] after { $count } moves by each
    }
parameter-hopeless-resignation = Resigning when the opponent cannot mate by any moves
    .lost = lost
    .drawn = drawn
parameter-quickplay-finish = Quickplay finish
    .off = not in force
    .on = in force
parameter-quickplay-ruling = where it is in force, a claim is ruled on
    .at-once = at the board
    .afterwards = after the game, which it ends (no arbiter in the hall)
parameter-quickplay-ms = where it is in force, it is claimed with less than
    .value = { $value } left
parameter-quickplay-postponed-ms = where such a claim is postponed
    .value = { $count ->
        [0] no time
       *[other] { $value } to the opponent
    }
parameter-quickplay-refused-ms = where it is refused
    .value = { $count ->
        [0] no time
       *[other] { $value } to the opponent
    }

parameter-brush-ms = A piece back sooner was brushed, not touched
    .value = { $value }
parameter-early-press-ms = A piece may land after the press by
    .value = { $value }
parameter-two-hands-ms = Two pieces set down within this need two hands
    .value = { $value }
parameter-together-ms = King and rook lifted within this were lifted together
    .value = { $value }
parameter-promotion-ms = A promotion pressed sooner shows no exchange of the pawn
    .value = { $value }
parameter-displaced-ms = Pieces are displaced that stand wrong for
    .value = { $value }
parameter-retracted-ms = A piece was released where it stood for
    .value = { $value }
parameter-clock-ms = A clock is forgotten when the wrong one has run for
    .value = { $value }
parameter-kings-ms = Kings signal a result in the centre after
    .value = { $value }
parameter-seems-over-ms = It seems over when both armies are in disorder within
    .value = { $value }
parameter-resume-ms = After a stop the lever may be set right for
    .value = { $value }
parameter-made-ms = A move is made when it has stood for
    .value = { $value }
parameter-ending-ms = A final position ends the game after
    .value = { $value }

parameter-settle-close-ms = A piece stands where a square reads occupied for
    .value = { $value }
parameter-settle-open-ms = A square is empty that reads empty for
    .value = { $value }
parameter-chatter-count = A square flickers that leaves its rest in a row
    .value = { $count ->
        [one] once
       *[other] { $count } times
    }
parameter-chatter-ms = One of those times is forgotten after
    .value = { $value }
parameter-quiet-ms = A flickering square is trusted again when it is still for
    .value = { $value }

## What each article is about, and what the board does about it

rule-wrong-start = The game began from an incorrect initial position: a new game.
    .does = Pieces missing or too many are named while the board is set up; a call when the clock is started over them.
rule-board-rotated = The board lies a quarter turn wrong: the position is moved to a board that lies right, and the game goes on.
    .does = A call while the pieces are set up, by the files that are full instead of the ranks.
rule-board-turned = The board lies turned by 180° to its wiring, which no rule forbids.
    .does = Seen from the first moves; the squares are read the other way round, and the technician is told.
rule-army-at-far-end = The game began with colours reversed.
    .does = A hint where the sensors tell White’s pieces from Black’s; the arbiter says which it is; whether a new game is due follows the edition.
rule-start-kept = After ten moves by each nobody can complain any more of the set-up or of the board’s orientation; a misplaced king or rook cannot castle.
    .does = The moves are counted; castling follows where king and rook really began.
rule-late = A player who comes later than the default time loses.
    .does = A call when nothing has been touched at the board since the round began and the default time has passed; presence and forfeit are entered by the arbiter.
rule-both-absent = Neither player has come: White’s clock runs until he does.
    .does = Who is present; both may lose.

rule-touch-move-own = A player on the move has touched a piece of his own: the first that can move must move.
    .does = What he is bound to is worked out at each touch and shown on the board’s page; a call when another move is completed.
rule-touch-move-enemy = A player on the move has touched a piece of the opponent’s: the first that can be taken must be taken.
    .does = As for his own pieces; whose hand it was cannot be seen, so a mere lift and return asks for a look, not for a decision.
rule-touch-move-both = He has touched pieces of both colours: the one takes the other, if it can.
    .does = The order of the touches is kept; what they bind to follows the edition.
rule-touch-move-castling = He has touched his king and then a rook: he castles on that side, if he can.
    .does = Castling becomes the only move shown as due.
rule-castling-rook-first = He has touched the rook and then the king: no castling with that rook, and the rook must move, if it can.
    .does = A call when the rook left its square clearly before the king and castling was completed.
rule-castling-impossible = He has touched king and rook, and cannot castle on that side: another move by the king, else any move.
    .does = What is due is worked out anew.
rule-king-released = The king was released on its castling square: castling to that side is due.
    .does = A king that stands there is followed until the rook moves; another move raises a call.
rule-king-released-in-vain = The king was released on a castling square and cannot castle there: another move by the king, if it has one.
    .does = The moves that are left are shown; any other raises a call.
rule-move-retracted = A piece that was released where it could go may not move on to another square.
    .does = A call when it had stood there for a while and another move was completed; whether the hand had let go the sensors cannot say.
rule-any-move = None of the touched pieces can move or be taken: any move.
    .does = The player is shown as bound to nothing.
rule-complaint-lapsed = A player who touches a piece can no longer complain of how the opponent moved.
    .does = At his touch the calls about it close; what was seen stays in the log.

rule-illegal-move = A completed move that the rules of moving forbid: back to the position before it; time to the opponent, or the game, by how many there were.
    .does = A call with the reason and the count; when applied, clocks and counter are put right and the board is guided back.
rule-illegal-move-pawn-not-promoted = A pawn was left on the last rank and the clock pressed: an illegal move.
    .does = As for any illegal move, with what becomes of the pawn.
rule-taken-back-before-press = An illegal move was put right before the clock was pressed.
    .does = Noted where the pieces showed it; the touched piece still binds.
rule-answered-illegal-move = With limited supervision an illegal move stands once the opponent has made his next move.
    .does = The call closes with that move, and the game goes on from what stands on the board.
rule-illegal-position = With limited supervision: both kings are in check, or a pawn stands on its last rank. The arbiter waits for the next move; if it still stands, drawn.
    .does = A call at once to wait, and again with the draw after the next completed move.
rule-pressed-without-move = A player pressed his clock and had made no move.
    .does = A call when his time was running, nothing had changed and nothing was in the air.
rule-pressed-early = A player pressed his clock before his move was made.
    .does = A call when the move was finished noticeably after the press.
rule-two-hands = One move was made with both hands.
    .does = A call when two pieces of a castling or a promotion moved faster than one hand moves them.
rule-promotion-unverified = A pawn on the last rank must be exchanged on the same square.
    .does = The squares do not show what stands there: a queen is assumed until moves or the arbiter say otherwise; a call when there was hardly time for an exchange.
rule-out-of-turn = The players move alternately.
    .does = A call when a piece of the side that is not to move is moved as it could move.
rule-touched-out-of-turn = Only the player on the move may adjust pieces, and says so first.
    .does = Noted when a piece of the other side is lifted and put back; a call from the third time on.
rule-displaced = A player displaced pieces: he puts them back on his own time.
    .does = A call with the squares when they stay wrong for a while; it closes by itself when they are right.
rule-displaced-found = Pieces are found displaced: back to the position before, or to the last one that is known.
    .does = The position that must stand is shown square by square.

rule-clock-not-pressed = A player who has moved presses his clock.
    .does = The arbiter is told after a while, and that he must not tell the player.
rule-moved-before-press = A player may press also after the opponent has replied.
    .does = Noted; both moves count.
rule-wrong-clock-running = One clock runs, that of the player on the move.
    .does = The arbiter is told after a while, and that he must not tell the players.
rule-clock-stopped = A player may stop the clocks only to call the arbiter.
    .does = A call at once.
rule-groundless-stop = He had no reason to stop them.
    .does = With the penalty.
rule-clock-paused = The arbiter stops the clocks when the game must be interrupted.
    .does = Nothing is told of the board until the clocks run again.
rule-flag-fall = A player has not made the moves due in his time: lost, or drawn where the opponent cannot mate by any series of legal moves.
    .does = A call with the result; whether a mate is still possible is proved, not guessed. A mate, stalemate or dead position before it stands.
rule-flag-noticed = A flag has fallen when the arbiter sees it or a player claims it.
    .does = The record goes on until the decision.
rule-flag-claimed-limited = With limited supervision: who claims a win on time stops the clocks and calls the arbiter.
    .does = The claim is checked against the counted times.
rule-flag-called-limited = With limited supervision: an arbiter who sees a flag fall says so.
    .does = A call, as in any game.
rule-unrecorded-flag = A flag falls, not in the last period, and nobody kept score: the clocks are stopped, and the record is completed.
    .does = A call that advises to stop the clocks; the moves with their times are in the record.
rule-both-flags = Both flags are down, and which fell first is unknown.
    .does = A call, where the clocks that were counted do not settle it.
rule-time-trouble = A player is in time trouble: an arbiter should be at hand to record.
    .does = A note to the arbiter.
rule-recording-waived = A player short of time need not record.
    .does = A note, in standard play.
rule-recording-waived-both = Neither need: an arbiter or assistant records.
    .does = A call for one who does; the board itself records all moves.
rule-clock-setting = The clock was not set as it should be: stopped and put right at once.
    .does = A clock that tells its times is compared with the time control; the arbiter sets clocks and counter.
rule-settings-kept = With limited supervision: after ten moves by each the setting of the clock stays.
    .does = The moves are counted.
rule-clock-fault = A clock with an evident defect is replaced.
    .does = Presses and readings that cannot be are told to the technician; the arbiter sets the times.
rule-times-adjusted = After an irregularity the arbiter sets the times by his best judgment.
    .does = Before and after stay in the record, with who and when.

rule-threefold-claimable = A draw may be claimed: the position occurs for the third time at least.
    .does = A note to the arbiter alone; rights to castle and to take in passing are counted in.
rule-fifty-moves-claimable = A draw may be claimed: fifty moves by each without a capture or a pawn move.
    .does = A note to the arbiter alone.
rule-claim-made = A claim stops the clocks, and cannot be withdrawn; it is also an offer.
    .does = Entered by the arbiter and checked at once against the record, also with the intended move.
rule-claim-right = The claim is correct: drawn at once.
    .does = The game ends, with the moves that prove it.
rule-claim-wrong = The claim is incorrect: time to the opponent, and an intended move must be played.
    .does = The time is added.
rule-claim-not-entitled = Who is not on the move, or has touched a piece, cannot claim now.
    .does = The claim is answered so, without a penalty.
rule-claimed-move-not-played = After an incorrect claim the intended move must be played.
    .does = A call when another move is completed.
rule-draw-offer = A draw is offered after moving and before pressing; the offer stands until the opponent answers or touches a piece.
    .does = It lapses with the opponent’s touch.
rule-repeated-offers = A player may not pester the opponent, for one with draw offers.
    .does = A note at the third offer by one player without one by the other.
rule-agreement-too-early = The event may set a number of moves before which a draw is not agreed without the arbiter.
    .does = An earlier agreement is refused unless the arbiter consents.
rule-quickplay-finish = In a quickplay finish a player short of time may call the arbiter and claim a draw.
    .does = A note when the last period is short and without an increment.
rule-quickplay-granted = The opponent cannot win by normal means, or does not try: drawn.
    .does = The game ends.
rule-quickplay-postponed = The decision is postponed; the opponent may be given time, and the game goes on under the arbiter’s eyes.
    .does = The time is added; the final ruling stays open.
rule-quickplay-refused = The claim is refused: time to the opponent.
    .does = The time is added.
rule-quickplay-without-arbiter = Where there is no arbiter the claim ends the game, and it is judged later by position and record.
    .does = Position and record are in the journal.

rule-game-seems-over = The players sign the result.
    .does = A call when the pieces or the clocks say that they have finished and no result is entered.
rule-plays-on-dead-position = A dead position ends the game, also when the players do not notice.
    .does = A call when they play on.
rule-plays-on-unclaimed = The fifth occurrence and the 75th move end the game without a claim.
    .does = A call when they play on.
rule-ended-by-checkmate = Mate by a legal move ends the game at once.
    .does = No press is needed; never after an illegal move.
rule-ended-by-stalemate = Stalemate by a legal move ends the game at once: drawn.
    .does = No press is needed.
rule-ended-by-dead-position = No series of legal moves leads to a mate: drawn at once.
    .does = Proved by search, not by counting pieces.
rule-ended-by-fivefold-repetition = The position has occurred five times: drawn.
    .does = The game ends; it stays on the arbiter’s list until he has stopped the players.
rule-ended-by-seventy-five-moves = 75 moves by each without a capture or a pawn move: drawn, unless the last one mates.
    .does = The game ends; it stays on the arbiter’s list until he has stopped the players.
rule-ended-by-threefold-repetition = A correct claim: the position has occurred three times.
    .does = The moves after which it stood are named.
rule-ended-by-threefold-repetition-intended = A correct claim: it will occur for the third time by the move the player intends.
    .does = Checked with that move.
rule-ended-by-fifty-moves = A correct claim: fifty moves by each have been made without a capture or a pawn move.
    .does = The moves are counted.
rule-ended-by-fifty-moves-intended = A correct claim: they will have been by the move the player intends.
    .does = Checked with that move.
rule-ended-by-resignation = A player resigns: the game is over.
    .does = Kings set in the centre propose it.
rule-ended-by-agreement = The players agree to a draw.
    .does = Kings set in the centre propose it.
rule-ended-by-flag-fall = The game is decided on time.
    .does = When the arbiter applies the call.
rule-ended-by-illegal-moves = Too many illegal moves: lost, or drawn where the opponent cannot mate by any series of legal moves.
    .does = When the arbiter applies the call.
rule-ended-by-forfeit = A player did not come in time: lost; both may lose.
    .does = With who was present.
rule-ended-by-quickplay-finish = Ended by a claim in a quickplay finish.
    .does = With the ruling.
rule-ended-by-conduct = Who persistently refuses to keep the rules loses; the arbiter decides what the opponent gets.
    .does = With what the opponent gets.
rule-ended-by-arbiter = The arbiter decides the game.
    .does = With a note, where there is one.

rule-full-supervision = One arbiter watches few enough games: the Competitive Rules apply.
    .does = In the configuration.
rule-limited-supervision = One arbiter has too many games for that: special rules for illegal moves, flags and the set-up.
    .does = In the configuration.
rule-record-shown = A player may ask to see the record, five times in a game at most.
    .does = How often is counted.

rule-ambiguous-move = Several legal moves explain what the squares showed.
    .does = All are kept until later moves tell; what they cannot tell the technician is asked about.
rule-sensor-fault = A sensor is stuck, dead or flickering.
    .does = The technician is told; moves over that square are marked as uncertain.
