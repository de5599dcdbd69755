### What a technician is told: what is wrong with a board's electronics, where, and what to do.

## What a square is wired to, as its wiring table has it

component-register = chip { $chip } (U{ $chip }), pin { $pin }
component-expander = expander { $address }, pin { $pin }
component-crossing = row { $row } ({ $drives }) × column { $column } ({ $reads })
component-line = line { $line }
component-channel = input { $input } of the microcontroller
component-switch = a switch in memory

## Devices that cannot be used

device-switched-off = { $device }: there is no such device
    .remedy = Add the line `{ $what }` to /boot/firmware/config.txt and start the Pi again.
device-unplugged = { $device }: there is no such device
    .remedy = Is the microcontroller plugged in? `ls /dev/serial/by-id` lists those that are.
device-missing = { $device }: there is no such device
    .remedy = Compare the name in the configuration with what `ls /dev` lists.
device-of-group = { $device }: this user may not use it
    .remedy = It belongs to the group `{ $what }`: `sudo usermod -aG { $what } $USER` and sign in again. A service gets there by `touchmove systemd`.
device-of-root = { $device }: this user may not use it
    .remedy = Only root may use it: is the rule of udev missing that gives it to a group?
device-busy = { $device }: another program has it
    .remedy = Is a second touchmove running? `sudo systemctl stop touchmove` stops the service.
device-taken = { $device } is used by somebody else
    .remedy = `gpioinfo` shows by whom, at { $what }. Is a second touchmove running? `sudo systemctl stop touchmove` stops the service.
device-no-gpio = { $device }: { $what }
    .remedy = `gpiodetect` lists the chips; is this a Raspberry Pi?
device-no-line = { $device }: no chip has it
    .remedy = `gpioinfo` lists the lines; there are chips { $what }.
device-ambiguous = { $device }: several lines have this name
    .remedy = Name the chip, too, as in "{ $what }".
device-other-chip = { $device } is on another chip than the first row
    .remedy = Wire all rows to lines of one chip.
device-other = { $device }: { $what }
    .remedy = That is the system’s word; `sudo dmesg | tail` may tell more.

## Parts

part-chain = chain of shift registers
part-expander = expander { $which }
part-column = column { $which }
part-lines = lines
part-controller = microcontroller
part-switches = switches in memory

## What is wrong with a part

trouble-transfer = { $part }: a transfer fails ({ $detail })
    .remedy = { $kind ->
        [controller] See that the cable is plugged in at both ends, and that `sensor.serial` names the right port.
       *[other] Check the plugs and wires of the bus, and that the chips have 3.3 V. Where the cable is long, lower its speed.
    }
trouble-silent = { $part }: no answer ({ $detail })
    .remedy = { $kind ->
        [controller] See that it is plugged in and runs its firmware, and that `sensor.serial` names the right port and speed.
       *[other] Check its 3.3 V, its address pins A0 to A2 against `sensor.expanders.addresses`, its RESET (pin 18, must be high) and the wires of the bus. If it is right, it is broken.
    }
trouble-open-at-pi = { $part }: all that is read is high, so it is open somewhere
    .remedy = Put a piece on a square of each chip and test again with `--board any`: those that show theirs lie before the break. If none does, check the wire from QH (pin 9) of U1 to MISO of the Pi, and the plug between.
trouble-held-low = { $part }: all that is read is low
    .remedy = See that the chips have 3.3 V (pin 16), and that the wire to MISO is not shorted to ground.
trouble-open-behind = { $part }: nothing comes from behind chip { $chip } (U{ $chip }), or from behind a farther one where all squares between are empty
    .remedy = With a piece on a square of each chip the place is sure. Check the wire from QH (pin 9) of U{ $next } to SER (pin 10) of U{ $chip }; then supply (pin 16), clock (pin 2) and latch (pin 1) of U{ $next }.
trouble-sentinel = { $part }: the last chip reads { $read }, not { $wanted }
    .remedy = Check how the inputs of the ninth chip (U9) are wired. If they are to stay so, set `sensor.chain.sentinel` to { $read }. If all squares are wrong too, the clock shifts once too often or too rarely: check SCLK and the latch.
trouble-unsteady = { $part }: only { $right } of { $of } readings are right
    .remedy = Look for a loose plug and a supply that dips; keep the cable short, and lower its speed.
trouble-forgets = { $part } does not keep what is set
    .remedy = Its supply dips, or RESET (pin 18) is not held high; or another program writes to it.
trouble-column-low = { $part } is low although no row is driven
    .remedy = Look for a short from its wire to ground, and for a column that is plugged into the wrong line.
trouble-uncalibrated = { $part }: nobody has calibrated the board
    .remedy = Run `touchmove calibrate`.

## What the scanner told while the board was read

told-bus = the bus failed while the board was read
    .remedy = Check plugs, wires and supply of the bus; touch each while `touchmove scan` runs, and see when it fails.
told-chain = the chain did not end in its sentinel while the board was read
    .remedy = Look for a loose plug or wire of the chain; touch each while `touchmove scan` runs, and see when it fails.
told-expander = an expander did not answer, or lost its settings, while the board was read: { $squares }
    .remedy = Its supply dips (it is reset then), or a plug is loose: 100 nF at its supply pins, RESET high, short wires.
told-stale = for more than 300 ms no reading came
    .remedy = A device holds the bus. Pull the supply of the board; where it comes again, check SDA and SCL (pull-ups to 3.3 V) and wire RESET to a GPIO line (`reset`).
told-stuck = squares cannot be read, because their column is low all the time: { $squares }
    .remedy = Look for a short from the column's wire to ground.
told-dead = sensors say nothing: { $squares }
    .remedy = Check their supply and their wires; then replace them.
told-ghost = contacts come and go together: { $squares }
    .remedy = A diode is missing, shorted or the wrong way round. `touchmove commission` finds which.
told-drift = the level without a piece has wandered: { $squares }
    .remedy = Take everything off the board and run `touchmove calibrate`. Where it comes again: is there heat, a magnet or a motor near?
told-serial = the microcontroller is gone, or what it says is garbled
    .remedy = Check its cable; look at what it says with `touchmove scan`.
told-undervoltage = the supply is too low
    .remedy = Use the Pi's own power supply and a short, thick cable; feed the board's sensors from it no more than it can give.
told-lever = both contacts of the lever are closed, or both open
    .remedy = Check the wires of both contacts and of their ground, and `active` in `clock.contacts`.
told-overflow = readings came faster than they could be dealt with
    .remedy = Something rattles at every reading. `touchmove scan` shows what; or another program keeps the Pi busy.

## What else is found

found-slow = the board is not read as often as it should be
    .remedy = { $kind ->
        [expanders] Set the bus to 400 kHz (`dtparam=i2c_arm_baudrate=400000` in config.txt), or lower `sensor.rate_hz`; 100 is enough.
        [matrix] Lower `settle_us` and `rest_us` (with 10 kΩ at each column 10 is enough), or `sensor.rate_hz`; 100 is enough.
       *[other] Raise the speed of the bus, or lower `sensor.rate_hz`; 100 is enough. Is the Pi busy otherwise, hot, or on too weak a supply?
    }
found-failing = some readings fail
    .remedy = Now and then a reading is lost and the next one replaces it. It will get worse: look for a loose plug, a long cable, a supply that dips.
found-unread = the board could not be read
    .remedy = See that it is switched on and plugged in.
found-flickers = { $count ->
        [one] { $squares } flickers
       *[other] these squares flicker: { $squares }
    }
    .remedy = { $kind ->
        [serial] Calibrate the board (`touchmove calibrate`). If it stays so: a loose wire, or a sensor that is broken.
       *[other] Look for a loose joint, a missing pull-up, or a magnet at the edge of its reach: a piece must stand in the middle of its square.
    }
found-occupied = { $count ->
        [one] { $squares } reads occupied with nothing on it
       *[other] these squares read occupied with nothing on them: { $squares }
    }
    .remedy = { $kind ->
        [matrix] Look for a short across the contact, and for a reed that has welded; where a whole row or column reads so, at its wire.
        [serial] Calibrate the board (`touchmove calibrate`). If it stays so, the sensor or its wire is broken.
       *[other] Is a magnet below or beside it? Look for a short from its pin to ground, and for a reed that has welded.
    }
found-empty = { $count ->
        [one] { $squares } reads empty with a piece on it
       *[other] these squares read empty with pieces on them: { $squares }
    }
    .remedy = { $kind ->
        [matrix] Try another piece. Then check the contact, its diode (cathode to the row), and the wires of row and column.
        [serial] Try another piece, then calibrate the board (`touchmove calibrate`). If it stays so, the sensor or its wire is broken.
       *[other] Try another piece. Then the reed is broken or lies flat, or its wire is open: short its pin to ground and see whether the square reads occupied.
    }
found-other-colour = { $count ->
        [one] { $squares }: the piece is seen as the opponent’s
       *[other] on these squares pieces are seen as the opponent’s: { $squares }
    }
    .remedy = Turn the magnet in the piece over, or the sensor on its square.
found-inverted = occupied squares read empty, and empty ones occupied
    .remedy = Set `inverted` in `sensor.wiring` to the other value; or nothing is plugged in and all inputs hang in the air.
found-turned = the board lies turned on its electronics
    .remedy = Set `rotate` in `sensor.wiring`: 90, 180 or 270. `touchmove scan` shows a piece on a1 where it is then.
found-lever = not just one end of the lever is down
    .remedy = Push one end down. Then check the wires of both contacts and of their ground, and `active` in `clock.contacts`.

## The self-test

selftest-title = Board { $board }: { $kind ->
    [chain] shift registers
    [expanders] port expanders
    [matrix] a diode matrix
    [lines] a line for each square
    [serial] a microcontroller
   *[simulated] switches in memory
}
selftest-good = in order
selftest-bad = FAULT
selftest-rate = readings
selftest-squares = squares
selftest-stood = { $board ->
    [empty] looked at with nothing on the board
    [start] looked at with the pieces set up
   *[any] looked at as they were; only flickering can be seen so
}
selftest-lever = lever
selftest-down = { $end ->
    [left] left end down
    [right] right end down
   *[none] not known before it is pressed
}
selftest-clear = Take everything off the board, then press Enter. (s and Enter: leave it as it is)
selftest-reads = Do not touch the board for { $seconds } s …
selftest-verdict = { $count ->
    [0] passed
    [one] 1 fault
   *[other] { $count } faults
}

rate = { $hz } Hz{ $wanted ->
    [none] { "" }
   *[other] { " " }of { $wanted }
}, { $skipped } skipped, { $failed } failed, late by { $late } ms, at worst { $latest } ms

## Squares as they are read

scan-board = Board { $board }
scan-lever = lever: { $end ->
    [left] left end down ({ $side })
    [right] right end down ({ $side })
   *[none] not pressed yet
}
scan-fault = { $code }: { $squares ->
    [none] the whole board
   *[other] { $squares }
}
scan-legend = { $polarity ->
    [yes] W B a piece
   *[no] # a piece
}, * changed just now, ~ not settled, x unread
scan-end = q and Enter ends

## Recording

record-begun = recording to { $file }; Ctrl-C ends
record-over = { $records } records in { $file }

## Calibrating and commissioning

calibrate-enter = Then press Enter. (q and Enter ends)
calibrate-reads = Do not touch the board for { $seconds } s …
calibrate-unattended = Nobody sits at a terminal: run this at one.
calibrate-needless = This board has no levels to be calibrated.
commission-keys = s: skip what cannot be done, a: once more, q: end; each with Enter
commission-first = Put this in order first; `touchmove selftest` looks again.
commission-nothing = Nothing more is read. If you have done it: s and Enter.
commission-mended = The board is read again; go on.
commission-differs = { $missing ->
    [none] { "" }
   *[some] Still empty: { $missing }.
}{ $extra ->
    [none] { "" }
   *[some] { " " }Too many: { $extra }.
}

## A board is told its hub (touchmove join)

join-code = Code for the board's label: { $code }
join-next = It joins when touchmove is started again. Then set the code to a table in the hall.

## A hall is set up (touchmove hub setup)

setup-join = Boards join by this string; it is secret. On each: touchmove join STRING
setup-clock = So that boards have the hall's time: install chrony, and call this again as root
setup-clock-written = The hub is the hall's time server by { $file }; restart chrony. On the boards: server HUB iburst
setup-code = Set-up code, by which the page makes the chief arbiter, once: { $code }
setup-code-given = A set-up code was given out already. A new one: { $command }
setup-page = The arbiters' page, once the hub runs:
setup-page-here = Only this machine sees it; for the network: [web] bind = "0.0.0.0"
setup-page-any = At which port is printed at each start ([web] port = 0).
setup-authority = Tablets must trust the hall's own certificate once. It is here:
setup-android = Android
    1. Scan the code, go past the warning (Advanced, Proceed), keep the file.
    2. Settings, search for "CA certificate", Install anyway, choose the file.
    3. Open the page in Chrome.
setup-ipad = iPad, iPhone
    1. Scan the code, open it in Safari, go past the warning (Show Details), Allow the profile.
    2. Settings, Profile Downloaded, Install.
    3. Settings, General, About, Certificate Trust Settings: switch the hall on.
setup-windows = Windows
    1. Open the address, go past the warning (Advanced, Continue), open the file.
    2. Install Certificate, Current User, Place all certificates in the following store.
    3. Browse: Trusted Root Certification Authorities. Start the browser again.
