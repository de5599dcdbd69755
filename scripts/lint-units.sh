#!/usr/bin/env bash
# Whether systemd understands every line of these units, and how much of the machine they leave
# open: at most 2.0 of its ten.
#
#   scripts/lint-units.sh systemd/*.service
set -euo pipefail

most=20 # tenths
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
export SYSTEMD_PAGER=

for unit in "$@"; do
    # The program need not be installed here: another stands in for it.
    copy=$folder/$(basename "$unit")
    sed -E "s|^(Exec[A-Za-z]*=)/[^ ]+|\1/bin/true|" "$unit" >"$copy"
    said=$(systemd-analyze verify --man=no "$copy" 2>&1) || said=${said:-systemd does not take it}
    if [[ $said ]]; then
        printf '%s:\n%s\n' "$unit" "$said" >&2
        exit 1
    fi
    if ! said=$(systemd-analyze security --offline=true --threshold=$most "$copy" 2>&1); then
        printf '%s: too much is left open\n%s\n' "$unit" "$said" >&2
        exit 1
    fi
    printf '%s: %s\n' "$unit" "$(sed -n 's/.*Overall exposure level for [^:]*: \([0-9.]*\).*/\1/p' <<<"$said")"
done
