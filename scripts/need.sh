#!/usr/bin/env bash
# Sees to it that tools are there. What is missing is installed where that can be done without
# asking (as root, with apt); otherwise this says what is missing and how to get it.
#
#   scripts/need.sh cargo cc node python chromium shellcheck
set -euo pipefail

rust_hint="Rust: https://rustup.rs, then 'rustup component add clippy rustfmt'"
node_hint="Node 20 or newer, with npm: https://nodejs.org"

has() {
    case $1 in
        cargo) cargo clippy --version && cargo fmt --version ;;
        cc) cc --version ;;
        node) npm --version && node -e 'process.exit(parseInt(process.version.slice(1)) < 20 ? 1 : 0)' ;;
        python) python3 -c 'import ensurepip, venv' ;;
        chromium) "$(dirname "$0")/chromium.sh" ;;
        # Debian's newest, for its standard library is to be had for arm64, too.
        rustc-web) dpkg-query --show rustc-web && [[ -x /usr/bin/rustc ]] ;;
        *) command -v "$1" ;;
    esac
} >/dev/null 2>&1

# The Debian packages that bring a tool; none where Debian's are too old.
packages() {
    case $1 in
        cargo | cargo-deb | node) ;;
        cc) echo build-essential ;;
        python) echo python3 python3-venv ;;
        aarch64-linux-gnu-gcc) echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross ;;
        qemu-aarch64-static) echo qemu-user-static ;;
        systemd-analyze) echo systemd ;;
        mkfs.ext4) echo e2fsprogs ;;
        ip) echo iproute2 ;;
        *) echo "$1" ;;
    esac
}

hint() {
    case $1 in
        cargo) echo "$rust_hint" ;;
        cargo-deb) echo "cargo-deb: 'cargo install cargo-deb --version 3.8.0 --locked'" ;;
        node) echo "$node_hint" ;;
        *) echo "$1: for example 'sudo apt-get install $(packages "$1")'" ;;
    esac
}

install() {
    export DEBIAN_FRONTEND=noninteractive
    local get=(apt-get install --yes --no-install-recommends "$@")
    # The lists of a machine that is kept are good enough; those of a new one are empty.
    "${get[@]}" || { apt-get update && "${get[@]}"; }
}

wanted=()
for tool in "$@"; do
    has "$tool" || mapfile -t -O "${#wanted[@]}" wanted < <(packages "$tool" | tr ' ' '\n')
done
if [[ ${#wanted[@]} -gt 0 && $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
    echo "installing ${wanted[*]}" >&2
    install "${wanted[@]}" >&2 || true # what is still missing is told below
fi

missing=0
for tool in "$@"; do
    has "$tool" && continue
    echo "missing: $(hint "$tool")" >&2
    missing=1
done
exit "$missing"
