#!/usr/bin/env bash
# Builds the program for a 64-bit Raspberry Pi, as it is shipped: with Rust's own standard library
# for arm64 where it is installed (`rustup target add aarch64-unknown-linux-gnu`), and with Debian's
# compiler and library where it is not. The rest comes through scripts/need.sh.
#
#   scripts/cross.sh [FLAGS FOR CARGO]        # makes target/aarch64-unknown-linux-gnu/release/touchmove
set -euo pipefail
cd "$(dirname "$0")/.."

triple=aarch64-unknown-linux-gnu
kept=${XDG_CACHE_HOME:-$HOME/.cache}/touchmove/arm64

# Debian's standard library for arm64, of the same version as its compiler.
debian_std() {
    local version folder
    version=$(dpkg-query --show --showformat '${Version}' rustc-web)
    folder=$kept/std-${version//[^[:alnum:].]/-}
    [[ -d $folder ]] || scripts/unpack.sh "$folder" "libstd-rust-web-dev:arm64=$version"
    echo "$folder/usr"
}

scripts/need.sh cargo cc aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CC_aarch64_unknown_linux_gnu=aarch64-linux-gnu-gcc AR_aarch64_unknown_linux_gnu=aarch64-linux-gnu-ar
if [[ ! -d $(rustc --print sysroot)/lib/rustlib/$triple/lib ]]; then
    scripts/need.sh rustc-web || {
        echo "or with rustup: rustup target add $triple" >&2
        exit 1
    }
    std=$(debian_std)
    export RUSTC=/usr/bin/rustc
    # Only what is compiled for the target takes this; build scripts keep the compiler's own.
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUSTFLAGS="--sysroot=$std"
fi
cargo build --release --target $triple "$@"
