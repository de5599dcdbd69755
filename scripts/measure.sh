#!/usr/bin/env bash
# How well the product follows its own hands: a table of figures, a row for each kind of board, on
# standard output as Markdown. The games are the shared ones, or the program's own without them.
#
#   scripts/measure.sh target/release/touchmove | scripts/figures.sh 'Following hands'
set -euo pipefail

touchmove=${1:?the program}
games=$(dirname "$0")/../../shared/games/otb_classic.pgn
[[ -r $games ]] || games=
count=1000 seed=70000

# A line of the program's figures by its beginning: what stands behind it.
figure() {
    sed -n "s/^ *$1  *//p" <<<"$figures"
}

row() {
    local name=$1
    shift
    # What stays short of its goal ends the program with 1; the figures tell it.
    figures=$("$touchmove" simulate ${games:+"$games"} --games $count --seed $seed --score "$@") ||
        [[ -n $figures ]]
    printf '| %s | %s | %s | %s | %s | %s | %s |\n' "$name" \
        "$(figure 'games recorded as played')" "$(figure 'games in doubt, and said so')" \
        "$(figure 'moves right at the press')" "$(figure 'false attention or decision')" \
        "$(figure 'offences told in time')" "$(figure 'and nothing else')"
}

cat <<HEAD
$count games a row, played by the product's own hands (\`touchmove simulate --score\`, seeds from $seed).
Without a clock no press says that a move is over. Goals with a clock: every game as played or in
doubt and said so (at most 1 in 500), 99.9 % of the moves right at the press, at most one false
alert in 10,000 plies, 99 % of the offences told within 6 s and nothing else.

| board | games as played | in doubt | right at the press | false alerts | offences told | and nothing else |
| --- | --- | --- | --- | --- | --- | --- |
HEAD
row 'occupancy, lawful' --offence none
row 'occupancy, an offence a game' --offence mix
row 'occupancy, raw samples, an offence a game' --offence mix --raw
row 'polarity, lawful' --offence none --sensor polarity
row 'polarity, an offence a game' --offence mix --sensor polarity
row 'occupancy, pieces set up again unasked' --offence none --ending resetting
row 'occupancy without a clock, lawful' --offence none --clock none
row 'polarity without a clock, lawful' --offence none --clock none --sensor polarity
