### One sentence for each kind of alert. `$squares`, `$missing`, `$extra`, `$required`, `$candidates`
### are lists as text, none if there is nothing; `$move` and `$stood` are moves as text, `$touched`
### pieces. `$advised` is none where the edition prescribes nothing.

alert-touch-move = { side } touched { $touched }, then played { $move }.
touched-piece = { $owner ->
    [other] the opponent’s { piece } on { $square }
   *[own] the { piece } on { $square }
}
touched-and = { $others } and { $last }
alert-castling-rook-first = { side } castled on the { ordinal } move, and the rook left its square before the king.
alert-move-retracted = { side } had set a piece down ({ $stood }) and then played { $move }.
alert-illegal-move = { $count ->
    [0] { side.gen } illegal move { $move }, taken back before the clock was pressed: { $why }.
   *[other] { side.gen } illegal move { $move } ({ times } of the game): { $why }.
}
alert-pressed-without-move = { side } pressed the clock without making a move.
alert-pressed-early = { side } pressed the clock before the move { $move } was finished.
alert-two-hands = Two of { side.gen } pieces moved almost at the same moment ({ $squares }): possibly with both hands.
alert-promotion-unverified = { side.gen } pawn reached the last rank ({ $squares }); no exchange for a new piece was seen.
alert-clock-not-pressed = { side } moved but has not pressed the clock.
alert-moved-before-press = { side.other } replied before { side } pressed the clock.
alert-wrong-clock-running = The clock of the player who is not to move is running.
alert-clock-stopped = { $by ->
    [white] White stopped both clocks and calls the arbiter.
    [black] Black stopped both clocks and calls the arbiter.
   *[none] A player stopped both clocks and calls the arbiter.
}
alert-out-of-turn = { side } moved out of turn: { $move }.
alert-touched-out-of-turn = { side } touched a piece while not on the move ({ $squares }), for the { times } time.
alert-displaced = Pieces are displaced. { differs }
alert-wrong-start = The clock was started with an incorrect initial position. { differs }
differs = { $missing ->
    [none] { $extra ->
        [none] The board does not show the position.
       *[some] Should be empty: { $extra }.
    }
   *[some] { $extra ->
        [none] Nothing stands on { $missing }.
       *[some] Nothing stands on { $missing }; should be empty: { $extra }.
    }
}
alert-board-rotated = The board is incorrectly placed: the corner square at the players’ right is dark.
alert-board-turned = The board lies turned by 180° to its wiring; it is being read that way round.
alert-army-at-far-end = White’s pieces stand at the far end: the board is turned, or the players sit at the wrong sides.
alert-flag-fall = { $result ->
    [open] { side.gen } flag has fallen; whether { side.other } could still mate is being checked.
    [half] { side.gen } flag has fallen, and { side.other } cannot mate by any series of legal moves.
   *[lost] { side.gen } flag has fallen.
}
alert-both-flags = Both flags have fallen; which fell first is unknown.
alert-game-seems-over = The game seems to be over, but no result has been entered.
alert-plays-on = The players play on although the game is over: { $why }.
alert-ambiguous-move = Several moves explain what the board saw: { $candidates }.
alert-threefold-claimable = { side } could claim a draw: the position has appeared for the { times } time.
alert-fifty-moves-claimable = { side } could claim a draw: fifty moves without a capture or a pawn move.
alert-claimed-move-not-played = After an incorrect claim { side } had to play { $required }; another move was played.
alert-repeated-offers = { side } has offered a draw three times, the opponent not once.
alert-quickplay-finish = { $ruling ->
    [asked] { side } claims a draw in a quickplay finish; the arbiter rules on it.
    [postponed] { side } has claimed a draw in a quickplay finish; the ruling is postponed.
   *[none] { side } is short of time in the last period: quickplay finish.
}
alert-time-trouble = { side } is in time trouble.
alert-recording-waived = { $severity ->
    [attention] Neither player need record any more: both are short of time. Somebody should record for them.
   *[info] { side } need not record any more: short of time, and the increment is too small.
}
alert-late = { side } has not been seen at the board, and the default time has passed.
alert-illegal-position = { $advised ->
    [none] The position is illegal: both kings are in check, or a pawn stands on its last rank. Wait until the next move is completed.
   *[some] The position is still illegal: both kings are in check, or a pawn stands on its last rank.
}
alert-clock-setting = { $flaw ->
    [time] { side.gen } clock shows { $shown }; by the time control it should be { $expected }.
    [increment] A move has not brought { side.gen } clock what the time control gives: it shows { $shown }, not { $expected }.
   *[added_time] { side.gen } clock lacks the time of the next period: it shows { $shown }, not { $expected }.
}
alert-clock-fault = The clock cannot be relied on: { $why }.
alert-sensor-fault = { $squares ->
    [none] The sensors cannot be relied on: { $why }.
   *[some] The sensors of { $squares } cannot be relied on: { $why }.
}

## Names of the kinds, for headings and lists

kind-touch-move = Touch-move
kind-castling-rook-first = Castling, rook first
kind-move-retracted = Move retracted
kind-illegal-move = Illegal move
kind-pressed-without-move = Pressed without a move
kind-pressed-early = Pressed early
kind-two-hands = Two hands
kind-promotion-unverified = Promotion
kind-clock-not-pressed = Clock not pressed
kind-moved-before-press = Reply before the press
kind-wrong-clock-running = Wrong clock running
kind-clock-stopped = Clocks stopped
kind-out-of-turn = Out of turn
kind-touched-out-of-turn = Touched out of turn
kind-displaced = Displaced pieces
kind-wrong-start = Incorrect initial position
kind-board-rotated = Board incorrectly placed
kind-board-turned = Board turned
kind-army-at-far-end = Armies at the wrong ends
kind-flag-fall = Flag-fall
kind-both-flags = Both flags down
kind-game-seems-over = Game over?
kind-plays-on = Playing on
kind-ambiguous-move = Ambiguous move
kind-threefold-claimable = Third occurrence
kind-fifty-moves-claimable = Fifty moves
kind-claimed-move-not-played = Claimed move not played
kind-repeated-offers = Repeated draw offers
kind-quickplay-finish = Quickplay finish
kind-time-trouble = Time trouble
kind-recording-waived = Recording waived
kind-late = Not at the board
kind-illegal-position = Illegal position
kind-clock-setting = Clock setting
kind-clock-fault = Clock fault
kind-sensor-fault = Sensor fault
