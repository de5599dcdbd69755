#!/usr/bin/env bash
# Unpacks Debian packages into a folder, for tests that need more than a machine should have
# installed for them. Nothing is installed, no root is needed, and packages of another
# architecture will do. The lists are our own, so that nobody else's change.
#
#   scripts/unpack.sh FOLDER libstd-rust-web-dev:arm64 +qemu-system-x86 @linux-image-cloud-amd64
#
# A plus sign brings what a package depends on and this machine has not, too; an at sign only what
# a package that is a mere name stands for.
set -euo pipefail

folder=${1:?the folder}
shift
if ! command -v apt-get >/dev/null; then
    echo "missing: apt-get, to fetch $* from Debian" >&2
    exit 1
fi

mkdir -p "$(dirname "$folder")"
new=$(mktemp -d "$folder.XXXXXX")
trap 'rm -rf "$new"' EXIT
mkdir -p "$new"/{lists,archives}/partial "$new/root"
own=(-qq -o APT::Architectures::="$(dpkg --print-architecture)" -o APT::Architectures::=arm64
    -o Dir::State::lists="$new/lists" -o Dir::Cache="$new" -o APT::Sandbox::User=)
cd "$new/archives"
apt-get "${own[@]}" update >&2

wanted=()
for package in "$@"; do
    case $package in
        +*)
            mapfile -t -O "${#wanted[@]}" wanted < <(
                apt-get "${own[@]}" --simulate --no-install-recommends install "${package#+}" |
                    sed -n 's/^Inst \([^ ]*\).*/\1/p'
            )
            ;;
        @*)
            mapfile -t -O "${#wanted[@]}" wanted < <(
                apt-cache "${own[@]}" depends "${package#@}" | sed -n 's/^ *Depends: //p'
            )
            ;;
        *) wanted+=("$package") ;;
    esac
done
apt-get "${own[@]}" download "${wanted[@]}" >&2
for package in ./*.deb; do
    dpkg --extract "$package" "$new/root"
done
# The folder is there only when it is whole.
mv -T "$new/root" "$folder"
