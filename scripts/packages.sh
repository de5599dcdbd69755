#!/usr/bin/env bash
# Makes the Debian packages for this machine and for a 64-bit Raspberry Pi, out of programs that
# are built for release. The page must have been built.
#
#   scripts/packages.sh        # makes target/debian/touchmove_*.deb
set -euo pipefail
cd "$(dirname "$0")/.."
# What Cargo.toml says of the packages names files below target.
export CARGO_TARGET_DIR=target
pi=aarch64-unknown-linux-gnu
made=target/package

scripts/need.sh cargo cc cargo-deb
# Without this files would be as whoever builds may read them.
umask 022

cargo build --release
rm -rf "$made" target/debian
target/release/touchmove generate "$made"
# The configuration with every key, but with the folder that the service has.
state=/var/lib/touchmove
sed -E "s|^state = .*|state = \"$state\"|; s|^(#socket = )\"state/|\1\"$state/|" \
    config/board.toml >"$made/board.toml"
sed -E "s|^state = .*|state = \"$state-hub\"|" config/hub.toml >"$made/hub.toml"
target/release/touchmove config check "$made/board.toml" >/dev/null
target/release/touchmove systemd --config "$made/board.toml" --binary /usr/bin/touchmove |
    sed 's|^\(ExecStart=.* --config \).*|\1/etc/touchmove/board.toml|' |
    diff - systemd/touchmove.service

# The C library that the packages ask for.
libc=$(sed -n 's/^depends = "libc6 (>= \([0-9.]*\)).*/\1/p' Cargo.toml)

package() {
    local program=$1 newest
    shift
    newest=$(readelf --version-info "$program" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
    if [[ $(printf '%s\n' "GLIBC_$libc" "$newest" | sort -V | tail -n 1) != "GLIBC_$libc" ]]; then
        echo "$program wants $newest, newer than the package says: build on an older Debian" >&2
        exit 1
    fi
    cargo deb --no-build --no-strip --output target/debian/ "$@"
}

package target/release/touchmove
if [[ $(uname -m) != aarch64 ]]; then
    scripts/cross.sh
    package target/$pi/release/touchmove --target $pi
fi
