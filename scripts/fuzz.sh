#!/usr/bin/env bash
# Fuzzes each target under fuzz/ for so many minutes. What breaks one stays in fuzz/artifacts.
#
#   scripts/fuzz.sh [MINUTES]
set -euo pipefail
cd "$(dirname "$0")/.."

minutes=${1:-10}
cargo fuzz --version >/dev/null 2>&1 || cargo install --locked cargo-fuzz
export RUSTC_BOOTSTRAP=1 # the sanitizer's flags, on a stable compiler

broken=()
for target in $(cargo fuzz list); do
    echo "== $target"
    cargo fuzz run "$target" -- -max_total_time="$((minutes * 60))" || broken+=("$target")
done
if [[ ${#broken[@]} -gt 0 ]]; then
    echo "broken: ${broken[*]}; the inputs are in fuzz/artifacts" >&2
    exit 1
fi
