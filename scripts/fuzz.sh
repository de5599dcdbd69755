#!/usr/bin/env bash
# Fuzzes each target under fuzz/ for so many minutes. What breaks one stays in fuzz/artifacts.
#
#   scripts/fuzz.sh [MINUTES]
set -euo pipefail
cd "$(dirname "$0")/.."

minutes=${1:-10}
((minutes > 0)) || { echo "fuzzing takes whole minutes, not '$minutes'" >&2; exit 2; } # 0 would be for ever
cargo fuzz --version >/dev/null 2>&1 || cargo install --locked cargo-fuzz
export RUSTC_BOOTSTRAP=1 # the sanitizer's flags, on a stable compiler

# It goes deeper from traces that are some.
seeds=()
[[ -d ../shared/scenarios ]] && seeds=(../shared/scenarios)

broken=()
for target in $(cargo fuzz list); do
    echo "== $target"
    mkdir -p "fuzz/corpus/$target" # the first folder is the one that is written to
    cargo fuzz run "$target" "fuzz/corpus/$target" "${seeds[@]}" -- \
        -max_total_time="$((minutes * 60))" || broken+=("$target")
done
if [[ ${#broken[@]} -gt 0 ]]; then
    echo "broken: ${broken[*]}; the inputs are in fuzz/artifacts" >&2
    exit 1
fi
