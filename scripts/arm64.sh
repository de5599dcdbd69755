#!/usr/bin/env bash
# The same records give the same bytes everywhere: replays the shared traces, scenarios and reports
# with this machine's program and, under QEMU, with one for the Pi (arm64), and compares what they
# print. Ends with 1 at the first file that differs.
#
#   scripts/arm64.sh target/release/touchmove [PROGRAM-FOR-ARM64]
#
# Without the second program it is built here, without the page: no byte of a replay comes from it.
set -euo pipefail
cd "$(dirname "$0")/.."

native=${1:?the program of this machine}
arm64=${2:-}
triple=aarch64-unknown-linux-gnu

if [[ ! -d ../shared/traces ]]; then
    echo "../shared/traces is not there: nothing is compared" >&2
    [[ ${CI:-} != true ]]
    exit
fi

build() {
    # Two compilers must not take each other's work for their own.
    local folder=${CARGO_TARGET_DIR:-target}/arm64
    CARGO_TARGET_DIR=$folder scripts/cross.sh --quiet --no-default-features >&2
    arm64=$folder/$triple/release/touchmove
}

scripts/need.sh qemu-aarch64-static
[[ -n $arm64 ]] || build

# The C library of the cross compiler; a program without one needs none.
pi=(qemu-aarch64-static)
[[ -d /usr/aarch64-linux-gnu ]] && pi+=(-L /usr/aarch64-linux-gnu)
pi+=("$arm64")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What a program prints of a file, and how it ended.
replayed() {
    local name=$1 rc=0
    shift
    "$@" >"$work/$name" 2>"$work/$name.errors" || rc=$?
    echo "$rc" >"$work/$name.code"
}

files=0 bytes=0
while IFS= read -r -d '' file; do
    replayed here "$native" replay "$file"
    replayed pi "${pi[@]}" replay "$file"
    for part in '' .errors .code; do
        if ! cmp -s "$work/here$part" "$work/pi$part"; then
            echo "$file: the arm64 program replays it otherwise:" >&2
            diff "$work/here$part" "$work/pi$part" | head -n 20 >&2
            exit 1
        fi
    done
    files=$((files + 1)) bytes=$((bytes + $(stat -c %s "$work/here")))
done < <(find ../shared/traces ../shared/scenarios ../shared/reports -name '*.jsonl' -print0 | sort -z)

# Two programs that cannot even start agree, too.
if ((files == 0 || bytes < files)); then
    echo "$files files gave $bytes bytes: that is no replay" >&2
    exit 1
fi
echo "arm64: $files files replayed, $bytes bytes, all the same"
