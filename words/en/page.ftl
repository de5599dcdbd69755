### The arbiter's page.

hall-title = Playing hall
language = Language
all-tables = All tables
tables = Tables
table = Table
table-name = Table { $table }
calls = Calls
round = Round { $round }

live = Live
connecting = Connecting…
silent-since = No data since { $time }

count-calls = { $count ->
    [0] No open calls
    [one] { $count } table calls
   *[other] { $count } tables call
}
count-playing = { $count } playing
count-waiting = { $count } not started
count-over = { $count } finished

severity-decision = Decision needed
severity-attention = To look at
severity-info = For information
notices = For information: { $count }
for-technician = For the technician
hands-off = Do not tell the player
still-open = open
missed-at = Missed, at { $time }
count-missed = { $count ->
    [one] Missed at { $count } table
   *[other] Missed at { $count } tables
}
away = Not heard
away-and-old = The board is not heard: what is shown is old
count-away = { $count ->
    [one] { $count } board not heard
   *[other] { $count } boards not heard
}

ago-seconds = { $count ->
    [0] just now
   *[other] { $count } s ago
}
ago-minutes = { $count } min ago
ago-hours = { $count } h ago

log = Log of calls: { $count }

phase-setup = Being set up
phase-ready = Ready
phase-playing = Playing
phase-over = Game over
not-saved-slow = Not saved: the disk does not answer
not-saved-full = Not saved: the disk is full
not-saved-read-only = Not saved: the disk takes no writing
not-saved-fails = Not saved: the disk fails
to-move-white = White to move
to-move-black = Black to move

no-such-table = There is no such table.
board-of-table = Board of table { $table }
turn-board = Turn the board
stands-nothing = Nothing stands on { $squares }
stands-something = Should be empty: { $squares }
stands-wrong-colour = Piece of the wrong colour: { $squares }

no-action = No action
quickplay-refuse = Refuse the claim
quickplay-postpone = Postpone the ruling
still-playing = Still playing
nobody-punished = Nobody is punished
order-sent = Being carried out…
order-refused = Not carried out.

evidence-move = Move
evidence-stood = Stood before
evidence-required = Had to play
evidence-candidates = May have been
evidence-squares = Squares
evidence-touched = Touched
evidence-at = Known at
touched-and-back = { piece } { $square }, lifted at { $at } for { $lifted } s
touched-for-good = { piece } { $square }, lifted at { $at }

result = Result
result-and-clocks = Result and clocks
enter-black-resigns = Black resigns
enter-white-resigns = White resigns
enter-agreed = draw agreed
enter-black-absent = Black did not come
enter-white-absent = White did not come
enter-both-absent = neither came
other-results = Other results
kings-in-the-centre = The kings stand in the centre:
reopen = Reopen the game
last-order = The last order
ordered-by = by { $by }
undo = Take it back
decided-by = { $name } decided at { $time }.
sign-in = Sign in
sign-out = Sign out
set-up = Set up the hall
set-up-code = Set-up code, as shown when the hall was set up
user-name = Name
password = Password
rejected-wrong = That is not right.
rejected-often = Too many tries. Wait a little.
rejected-unfit = A name has 1 to 60 characters, a password at least 8.
rejected-taken = Somebody has that name.
rejected-unreachable = The hall does not answer.

your-name = Arbiter’s name, for the record
board-and-players = Board and players
do-accept-board = Go on from what stands on the board
do-flip = The board lies the other way round
do-swap-colours = The players sit at the wrong sides
start-clocks = Start White’s clock
pause-clocks = Stop the clocks
resume-white = Restart White’s clock
resume-black = Restart Black’s clock

moves = { $count ->
    [0] No moves yet
    [one] { $count } move
   *[other] { $count } moves
}
goes-on-from-here = The record goes on from another position
move-number = Move
move-unsure = Not certain yet: other moves explain it too
move-inferred = Made while this board was switched off; worked out from where the pieces stand
touches = Touches
earlier-touches = { $count ->
    [one] { $count } earlier touch
   *[other] { $count } earlier touches
}
past-alerts = { $count ->
    [one] { $count } settled call
   *[other] { $count } settled calls
}
