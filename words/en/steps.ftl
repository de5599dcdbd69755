### What a decision will do, as buttons and in the record.

step-add-time = { side } { $time }
step-reinstate = back to before { side.gen } { ordinal } move
step-lose = { side } loses
step-draw = the game is drawn
step-promote = the pawn becomes a { piece }
step-warn = warn { side }
step-oblige = { $required ->
    [none] { side } is free to choose the move
   *[some] { side } must play { $required }
}
step-pause = stop the clocks
step-new-game = a new game is due
step-accept-board = go on from what stands on the board

obligation-must = { side } must play { $required }
obligation-touched = touched: { $squares }
