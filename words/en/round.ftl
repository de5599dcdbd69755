### The page of the round.

round-page = Round
no-round = No round has been prepared.
round-of = { $event }, round { $round }
rounds-until-now = All rounds
download-pgn = Games (PGN)

count-ready = { $ready } of { $count } ready
count-in-play = { $count } playing
count-with-result = { $count } finished
count-not-ready = { $count ->
    [one] { $count } table is not ready
   *[other] { $count } tables are not ready
}

standing-no-board = No board stands here
standing-away = The board is not there
standing-other-game = Has another game: { $white } – { $black }
standing-setting-up = Being set up
standing-ready = Ready
standing-playing = Playing
standing-over = Game over
pairing-not-taken = Has not taken the pairing.
boards-without-pairing = Boards without a pairing: { $tables }

start-all = Start all clocks that are ready
stop-all = Stop all clocks
resume-all = Let the clocks run again
sure-start = Start White’s clock at { $count ->
    [one] { $count } table
   *[other] { $count } tables
}?
sure-stop = Stop the clocks of the whole hall?
sure-resume = Let the clocks run again at { $count ->
    [one] { $count } table
   *[other] { $count } tables
}?
yes-do-it = Yes
no-leave-it = No
carried-out = Carried out at { $count ->
    [one] { $count } table
   *[other] { $count } tables
}.
not-carried-out = Not carried out:
hall-unreachable = The hall does not answer. Look at the tables.

prepare-round = Prepare a round
pairs-file = File of the pairs (CSV or PGN)
pairs-file-hint = Columns: table, white, black; also title, rating, FIDE ID, section.
tag-event = Event
tag-round = Round
tag-date = Date
terms-rules = Rules
terms-play = Kind of play
play-standard = Standard
play-rapid = Rapid
play-blitz = Blitz
terms-supervision = Supervision
supervision-full = Competition Rules apply
supervision-limited = Competition Rules do not apply
terms-time-control = Time control, as in PGN
understood = { $count ->
    [one] { $count } pair understood
   *[other] { $count } pairs understood
}
columns-ignored = Left aside: { $columns }
tables-without-board = No board stands at: { $tables }
byes = No opponent: { $players }
wrong-in-file = { $count ->
    [one] { $count } mistake
   *[other] { $count } mistakes
}
place-line = Line { $line }
place-line-column = Line { $line }, column { $column }
prepare-now = Prepare this round
file-not-read = The file could not be sent.

mistake-no-pairs = No pair stands in it.
mistake-no-column = No column has the heading { $heading }.
mistake-column-twice = { $heading }: column { $first } says the same.
mistake-more-values = More values than the { $headings } headings. A name with a comma needs quotation marks.
mistake-tags = The tags of this game cannot be read.
mistake-no-players = Neither player is named.
mistake-own-opponent = { $player } is his own opponent.
mistake-player-twice = { $player } is paired in line { $first } already.
mistake-table-twice = Table { $table } is given in line { $first } already.
mistake-not-a-number = { $heading }: “{ $text }” is no number that it may have.
mistake-line-break = { $heading }: runs over the end of the line. Is a quotation mark not closed?
mistake-too-long = { $heading }: more than { $most } characters.
mistake-time-controls = Time control { $text }; line { $first } has another.
mistake-too-many = More than { $most } tables.
mistake-not-a-tag = { $name } is no name of a further tag.
mistake-terms = { $key ->
    [rules] No such rules.
    [play] These rules have nothing for this kind of play.
    [supervision] The Competition Rules always apply in standard chess.
    [time_control] The time control cannot be read, or does not fit the kind of play.
   *[other] These rules cannot be played by.
}
mistake-position = No game begins from this position.
