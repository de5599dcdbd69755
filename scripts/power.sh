#!/usr/bin/env bash
# Power cuts: a small machine in QEMU plays recorded games on an ext4 disk and is killed again and
# again; whatever its console had shown must be in the journals after the next start. Also lost is
# what the disk had not been told to flush (tests/power/cut.py).
#
#   scripts/power.sh target/release/touchmove [KILLS]      SEED=7 does it the same way again
#
# Kernel, busybox and, where it is not installed, QEMU come from Debian and are kept outside the
# repository. What the last run showed, its disk and its journals stay in target/power.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin:/sbin # mkfs and its like, for those who are not root

program=${1:?the program}
kills=${2:-20}
seed=${SEED:-$((RANDOM * 32768 + RANDOM))}
kept=${XDG_CACHE_HOME:-$HOME/.cache}/touchmove/power
work=${CARGO_TARGET_DIR:-target}/power
longest_game=8000      # ms from the first sheet of the game to the kill
longest_taking_up=2500 # the same from the first sheet of one that goes on
patience=120           # seconds until a machine shows something; KVM is not asked for

if [[ ! -d ../shared/traces ]]; then
    echo "../shared/traces is not there: no power is cut" >&2
    [[ ${CI:-} != true ]]
    exit
fi
if [[ $(uname -sm) != "Linux x86_64" ]]; then
    echo "the machine whose power is cut is an x86-64 one, as this is not" >&2
    [[ ${CI:-} != true ]]
    exit
fi
echo "power: seed $seed"
RANDOM=$seed

## What it takes ####################################################################################

scripts/need.sh mkfs.ext4 python3
if [[ ! -d $kept ]]; then
    packages=(busybox-static @linux-image-cloud-amd64)
    command -v qemu-system-x86_64 >/dev/null || packages+=(+qemu-system-x86)
    scripts/unpack.sh "$kept" "${packages[@]}"
fi
qemu=(qemu-system-x86_64)
if [[ -x $kept/usr/bin/qemu-system-x86_64 ]]; then
    libraries=$(find "$kept" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)
    qemu=(env LD_LIBRARY_PATH="$libraries" "$kept/usr/bin/qemu-system-x86_64"
        -L "$kept/usr/share/qemu" -L "$kept/usr/share/seabios")
fi
kernel=$(find "$kept/boot" -name 'vmlinuz-*' | sort -V | tail -n 1)

rm -rf "$work"
mkdir -p "$work/root"/{bin,proc,sys,dev,tmp,state,modules,games}

# The first file system, in memory: what runs, and a game for each start.
initramfs() {
    local root=$work/root library module game n
    install -D "$kept/bin/busybox" "$root/bin/busybox"
    install "$program" "$root/bin/touchmove"
    for library in $(ldd "$program" | grep --only-matching '/[^ ]*'); do
        install -D "$library" "$root$library"
    done
    for module in virtio_ring virtio virtio_pci_legacy_dev virtio_pci_modern_dev virtio_pci virtio_blk; do
        find "$kept/lib/modules/${kernel##*/vmlinuz-}" -name "$module.ko" -exec cp {} "$root/modules" \;
    done
    install tests/power/init "$root/init"
    cp tests/power/*.toml "$root"
    mapfile -t games < <(find ../shared/traces -name '*.jsonl' | sort)
    for ((n = 1; n <= kills; n++)); do
        game=${games[RANDOM % ${#games[@]}]}
        cp "$game" "$root/games/$n.jsonl"
    done
    (cd "$root" && find . | "$kept/bin/busybox" cpio -o -H newc 2>/dev/null | gzip -1) >"$work/initramfs"
}
initramfs
truncate -s 64M "$work/disk"
# Blocks as on a card of any size.
mkfs.ext4 -q -b 4096 -E lazy_itable_init=0,lazy_journal_init=0 "$work/disk"

## The machine ######################################################################################

machine=
trap '[[ -z $machine ]] || kill -KILL "$machine"' EXIT

# Starts the machine with this game. It works on a copy of the disk; every write is also logged, so
# that the disk can be made what a power cut would have left of it.
start() {
    local name=$1 game=$2
    cp --sparse=always "$work/disk" "$work/disk.live"
    : >"$work/writes"
    "${qemu[@]}" -accel tcg -M q35 -cpu max -m 256 -nodefaults -display none -no-reboot \
        -kernel "$kernel" -initrd "$work/initramfs" \
        -append "console=ttyS1 quiet panic=-1 game=$game" \
        -serial "file:$work/console.$name" -serial "file:$work/log.$name" \
        -blockdev "driver=blklogwrites,node-name=disk,file.driver=file,file.filename=$work/disk.live,log.driver=file,log.filename=$work/writes" \
        -device virtio-blk-pci,drive=disk </dev/null &
    machine=$!
}

# Waits until the machine has shown a sheet in this part of what it does.
shown() {
    local n
    for ((n = 0; n < patience * 10; n++)); do
        if sed -n "/^== $1/,\$p" "$work/console.$2" 2>/dev/null | grep -q '^event: sheet'; then
            return
        fi
        kill -0 "$machine" 2>/dev/null || break
        sleep 0.1
    done
    echo "the machine shows nothing; its log:" >&2
    tail -n 30 "$work/log.$2" >&2
    exit 1
}

# Reads the journals off the disk, after ext4's own recovery, and compares them with all that was
# shown so far.
check() {
    local consoles=("$work"/console.*)
    rm -rf "$work/games"
    cp --sparse=always "$1" "$work/disk.check"
    e2fsck -fy "$work/disk.check" >"$work/fsck" 2>&1 || (($? == 1))
    debugfs -R "rdump /games $work" "$work/disk.check" 2>/dev/null
    python3 tests/power/check.py "$work/games" "${consoles[@]}"
}

# A journal told again says what was said. (What it had not come to say may follow.)
replay() {
    local journal
    for journal in "$work"/games/*.jsonl; do
        grep --text '^{"seq":' "$journal" >"$work/said" || true
        # The last line of one that was being closed may be torn, and is told of.
        "$program" replay "$journal" >"$work/again" || true
        cmp --bytes="$(stat --format %s "$work/said")" "$work/said" "$work/again" >&2 || {
            echo "$journal: told again it says something else" >&2
            exit 1
        }
    done
}

starts=0
# Starts the machine with this game, and kills it at some moment, at most so many ms after it has
# shown something in this part of what it does.
cut() {
    local game=$1 part=$2 ms=$((RANDOM * $3 / 32768)) name survived
    starts=$((starts + 1))
    name=$(printf '%03d' $starts)
    start "$name" "$game"
    shown "$part" "$name"
    sleep "$((ms / 1000)).$(printf '%03d' $((ms % 1000)))"
    kill -KILL "$machine"
    wait "$machine" 2>/dev/null || true
    machine=
    if ((starts == 1)); then
        cp --sparse=always "$work/disk" "$work/disk.forgetful"
        python3 tests/power/cut.py "$work/disk.forgetful" "$work/writes" "$seed" forgetful >/dev/null
        if check "$work/disk.forgetful" >/dev/null 2>&1; then
            echo "a disk that forgets what it flushed passes: this test finds nothing" >&2
            exit 1
        fi
    fi
    survived=$(python3 tests/power/cut.py "$work/disk" "$work/writes" "$seed-$starts")
    echo "start $starts: killed $ms ms after '$part': $survived"
    check "$work/disk"
}

for ((n = 1; n <= kills; n++)); do
    cut "$n" plays $longest_game
    # Now and then it comes again while the game is being taken up.
    ((n % 4 > 0)) || cut "$n" goes-on $longest_taking_up
done

# Once more, and this time it is switched off as it should be.
start last none
for ((n = 0; n < patience * 10; n++)); do
    kill -0 "$machine" 2>/dev/null || break
    sleep 0.1
done
kill -KILL "$machine" 2>/dev/null && { echo "the machine does not stop" >&2; exit 1; }
machine=
summary=$(check "$work/disk.live")
replay
echo "power: seed $seed, killed $kills times while playing and $((starts - kills)) times while taking up: $summary"
