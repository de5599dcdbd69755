#!/usr/bin/env bash
# Keeps measured figures: what comes on standard input (Markdown) is shown, and becomes the section
# of that title in docs/figures.md, with the machine, the commit and the day. A section that is
# there already is replaced where it stands. When nothing comes, nothing was measured, and the old
# figures stay.
#
#   cargo bench --bench ply | scripts/figures.sh 'A ply'
set -euo pipefail

title=${1:?the title of the section}
file=${2:-$(dirname "$0")/../docs/figures.md}

figures=$(cat)
if [[ -z $figures ]]; then
    echo "nothing was measured; $file stays as it is" >&2
    exit
fi
printf '%s\n' "$figures"

machine() {
    if [[ -r /proc/device-tree/model ]]; then
        tr -d '\0' </proc/device-tree/model
    else
        sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1
    fi
}
commit=$(git -C "$(dirname "$0")" describe --always --dirty)
made="$(machine), $(nproc) cores; commit $commit; $(date --utc +%F)"

[[ -s $file ]] || cat >"$file" <<'HEAD'
# Figures

What the product costs, as measured by `make bench` and `make measure`. They write here: each
section is replaced when it is measured anew.
HEAD

title="## $title" figures="$figures" made="*$made*" awk '
    function section() {
        print ENVIRON["title"] "\n\n" ENVIRON["figures"] "\n\n" ENVIRON["made"]
        written = 1
    }
    $0 == ENVIRON["title"] { section(); old = 1; next }
    old && /^## / { old = 0; print "" }
    !old
    END { if (!written) { print ""; section() } }
' "$file" >"$file.new"
mv "$file.new" "$file"
