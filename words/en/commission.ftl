### Commissioning and calibrating a board. `$squares` and `$with` are squares as text, `$piece` is
### white, black or none, `$end` and `$ends` are left, right or both, `$degrees` is a number.
### Of what is wrong: the part that it is looked for at, and what is done about it.

## What the technician is asked for

task-clear = { $squares ->
    [none] Take everything off the board.
   *[some] Take everything off the board. Still occupied: { $squares }.
}
task-put = { $piece ->
    [white] Put a white piece on { $square }, and nothing anywhere else.
    [black] Put a black piece on { $square }, and nothing anywhere else.
   *[none] Put one piece on { $square }, and nothing anywhere else.
}
task-set-up = Put a piece on each of { $squares }. { $differs }
task-add = Put one piece more on { $square }; take it from the square beside it.
task-press = { $end ->
    [left] Press the left end of the lever.
   *[right] Press the right end of the lever.
}
task-done = Done.

## What was found

finding-stuck = { $squares }: always occupied.
    .component = the reed or sensor of the square, or its wire to ground
    .remedy = Take the wire off the input. If it then reads empty, replace the sensor; if not, look for a bridge of solder at the chip.
finding-chattering = { $squares }: flickers without a piece.
    .component = the pull-up resistor of the input, or a loose contact
    .remedy = Solder the wire and the resistor anew; keep the wires away from the supply.
finding-dead = { $squares }: never occupied.
    .component = the reed, sensor or diode of the square, or its wire
    .remedy = Hold a magnet straight over the sensor. If nothing is read, measure the wire from the sensor to the chip; a diode must point to its row.
finding-rotated = The board lies turned by { $degrees }° clockwise.
    .component = how the board lies on its electronics
    .remedy = Add { $degrees } to { "rotate" } in { "[sensor.wiring]" }; 360 is 0.
finding-mirrored = The board reads as in a mirror.
    .component = a connector that is put in the wrong way round, or the board seen from below
    .remedy = Turn the connector, or name the squares in the order of the inputs: { "squares" } in { "[sensor.wiring]" }.
finding-line-swapped = { $squares } and { $with } are swapped.
    .component = the connectors or ribbons of two ranks or files
    .remedy = Swap the two connectors.
finding-line-reversed = { $squares } read from the other end.
    .component = the connector of a rank or file
    .remedy = Turn the connector round.
finding-swapped = { $squares } are swapped.
    .component = the wires of the two squares
    .remedy = Swap the two wires.
finding-misplaced = { $squares } reads as { $with }.
    .component = the wire of the square
    .remedy = Put the wire on the input of its square.
finding-bridged = { $squares } always read together.
    .component = two wires or pins that touch
    .remedy = Look for a bridge of solder between the two inputs, at the sensors and at the chip.
finding-neighbour = A piece on { $squares } is noticed on { $with } too.
    .component = the magnet, or the distance of the sensors
    .remedy = Use a weaker or smaller magnet, or stand the reeds upright; a piece must not reach beyond two fifths of a square.
finding-weak = { $squares } reads the piece with gaps.
    .component = the magnet of the piece, or a sensor that lies too deep
    .remedy = Try another piece. If that reads well, replace the magnet; if not, bring the sensor closer to the board.
finding-reversed = { $squares } reads one colour as the other.
    .component = the sensor, or the magnet of the piece
    .remedy = Try another piece. If that reads right, turn the magnet over; if not, turn the sensor over and calibrate again.
finding-diode = With a piece more, { $with } read occupied: a diode is bad, at one of { $squares }.
    .component = the diode of one of these squares
    .remedy = Measure them one by one: current must pass from the column to the row only. Replace the one that lets it pass both ways or is bridged.
finding-ghost = { $with } read occupied though nothing stands there.
    .component = rows or columns of the matrix that touch
    .remedy = Look for a bridge between rows and columns at the connector; let rows settle for longer ({ "settle_us" }).
finding-lever-dead = { $ends ->
    [left] The left end of the lever is never noticed.
    [right] The right end of the lever is never noticed.
   *[both] The lever is never noticed.
}
    .component = the contact under the lever, its wire, or the line in the configuration
    .remedy = Bridge the contact with a wire. If that is noticed, replace the contact; if not, compare the line with { "[clock.contacts]" }.
finding-lever-swapped = The ends of the lever are swapped.
    .component = the wires of the two contacts
    .remedy = Swap the two wires, or { "left" } and { "right" } in { "[clock.contacts]" }.
finding-lever-bounces = One press of the lever is noticed several times.
    .component = the contact under the lever
    .remedy = Make { "debounce_ms" } in { "[clock.contacts]" } longer, at most 20; if that does not help, replace the contact.
finding-unfinished = Not everything was tried.
    .component = this course
    .remedy = Commission the board again, to the end.

## What the board is

verdict-passed = Passed.
verdict-remarks = Passed, with remarks.
verdict-unfinished = Not finished.
verdict-failed = Failed.

## Calibrating hall sensors

calibrating-empty = Take everything off the board and keep still.
calibrating-set-up = Set the pieces up as for a game, White on the first and second rank, and keep still.
calibrating-done = The board is calibrated.

flaw-too-short = Too few readings came.
    .remedy = Look whether the microcontroller sends, and begin anew.
flaw-saturated = { $squares }: the sensor reads the end of its range.
    .remedy = Look at its supply and its wires; replace it.
flaw-restless = { $squares }: something moved.
    .remedy = Keep hands and pieces away, and begin anew.
flaw-noisy = { $squares }: the readings scatter too much.
    .remedy = Keep power supplies and motors away; give sensors and converter the same supply.
flaw-weak = { $squares }: the piece is hardly noticed.
    .remedy = Try another piece. If that is noticed, replace the magnet; if not, bring the sensor closer to the board.
flaw-reversed = { $squares }: the piece reads as the other colour’s.
    .remedy = Look whether the right pieces stand there; turn the magnet over.
