### The course of the game, one line for each event, for logs and the replay as text.

event-setup = { $missing ->
    [none] { $extra ->
        [none] The board is being set up.
       *[some] Set-up: should be empty: { $extra }.
    }
   *[some] { $extra ->
        [none] Set-up: nothing stands on { $missing }.
       *[some] Set-up: nothing stands on { $missing }; should be empty: { $extra }.
    }
}
event-ready = The board is set up.
event-started = The game has started.
event-touch = { side } touched the { piece } on { $square }.
event-touch-returned = The { piece } from { $square } came back to { $returned } after { $time } s.
event-obligation = { side } must play { $required }.
event-obligation-free = { side } is bound to no move.
event-move-made = { side.gen } { ordinal } move is made: { $move }.
event-move-changed = { side.gen } { ordinal } move was { $move }, not { $was }.
event-move-completed = { side.gen } { ordinal } move is completed: { $move }.
event-moves-withdrawn = Withdrawn from { side.gen } { ordinal } move on: { $why }.
event-leg = The record goes on from another position, after { side.gen } { ordinal } move.
event-promotion = { $seen ->
    [swapped] { side } promoted a pawn: an exchange was seen.
   *[assumed] { side } promoted a pawn: no exchange was seen, a { piece } is assumed.
}
event-draw-offer = { $state ->
    [lapsed] { side.gen } draw offer has lapsed.
   *[made] { side } offers a draw.
}
event-clock = Clocks: White { $white }, Black { $black }; { $running ->
    [white] White’s is running.
    [black] Black’s is running.
   *[none] stopped.
}
event-alert = { $sentence } { $articles }
event-alert-cleared = Settled: { $what }, { $why }.
event-claim = { side } claims: { claim }. { $answer ->
    [right] The claim is correct.
    [wrong] The claim is incorrect.
    [not_entitled] Not entitled to claim now.
   *[unknown] { $claim ->
        [quickplay_finish] The arbiter decides.
       *[other] The sensors cannot tell.
    }
}
claim = { $claim ->
    [threefold] third occurrence of the position
    [fifty_moves] fifty moves
    [quickplay_finish] quickplay finish
    [illegal_move] illegal move
    [touch_move] touch-move
   *[flag] flag-fall
}
event-result-signalled = The kings stand in the centre: { $result }.
event-game-over = Game over. { $result }: { $why }.
event-reopened = The game has been reopened.
event-resumed = { $gap ->
    [none] The board is back; how long it was away is unknown.
   *[known] The board is back after { $gap } s.
}
event-done = Carried out: { order }.
event-refused = Not carried out. { $why }
order = { $order ->
    [start] White’s clock started
    [pause] clocks stopped
    [resume] clocks resumed
    [decide] decision
    [claim] claim
    [draw_offer] draw offer
    [result] result
    [reopen] game reopened
    [reinstate] position reinstated
    [set_position] position set
    [accept_board] the board’s position accepted
    [correct] move corrected
    [flip] board read the other way round
    [swap_colours] colours reversed
    [oblige] obligation
    [penalty] penalty
    [add_time] time adjusted
    [set_clock] clocks set
    [present] player present
    [note] note
    [record_shown] record shown
    [next_game] next game
    [abandon] game abandoned
   *[undo] last command taken back
}
