#!/usr/bin/env bash
# Real devices: boots a small Linux in QEMU whose GPIO, I2C and SPI have simulated chips behind them
# (tests/kernel), and lets the program, configured as on a Pi, follow a game on each kind of board
# while chips and buses fail; then compares journals and PGN with what was played.
#
#   scripts/kernel.sh amd64 target/release/touchmove        SEED=7 plays it the same way again
#   scripts/kernel.sh arm64 target/arm64/aarch64-unknown-linux-gnu/release/touchmove
#
# Kernels, headers and, where it is not installed, QEMU come from Debian and are kept outside the
# repository, as are the modules. What the last run left stays in target/kernel.
set -euo pipefail
cd "$(dirname "$0")/.."

arch=${1:?amd64 or arm64}
program=${2:?the program}
seed=${SEED:-${PROPTEST_RNG_SEED:-$((RANDOM * 32768 + RANDOM))}} # in .ci/run the same for everybody
kept=${XDG_CACHE_HOME:-$HOME/.cache}/touchmove/kernel
work=${CARGO_TARGET_DIR:-target}/kernel/$arch
patience=600 # seconds until the machine is done; KVM is not asked for

if [[ ! -d ../shared/traces ]]; then
    echo "../shared/traces is not there: no board is played on" >&2
    [[ ${CI:-} != true ]]
    exit
fi
if [[ $(uname -sm) != "Linux x86_64" ]]; then
    echo "the kernel's modules are built on an x86-64 Linux, as this is not" >&2
    [[ ${CI:-} != true ]]
    exit
fi
case $arch in
    amd64)
        cross='' folders=(/lib64 /lib/x86_64-linux-gnu) kernel_arch=x86 system=x86_64
        machine=(-M q35 -cpu max) console=ttyS0
        ;;
    arm64)
        cross=aarch64-linux-gnu- folders=(/usr/aarch64-linux-gnu/lib) kernel_arch=arm64 system=aarch64
        machine=(-M virt -cpu cortex-a72) console=ttyAMA0
        ;;
    *)
        echo "no machine $arch: amd64 or arm64" >&2
        exit 2
        ;;
esac
echo "kernel: $arch, seed $seed"

## What it takes ####################################################################################

scripts/need.sh cc python3 "${cross}gcc"

# Unpacks these packages into a folder of that name, once.
unpacked() {
    [[ -d $kept/$1 ]] || scripts/unpack.sh "$kept/$1" "${@:2}"
}
unpacked debian @linux-image-amd64 @linux-image-arm64:arm64 linux-source-6.1 busybox-static
unpacked arm64 busybox-static:arm64 # would stand in the place of the other
kernel=("$kept"/debian/boot/vmlinuz-*-"$arch")
release=${kernel[0]##*/vmlinuz-}
unpacked headers "linux-headers-${release%-*}"-{amd64,common} "linux-headers-${release%-*}-arm64:arm64" \
    linux-kbuild-6.1 +linux-kbuild-6.1
qemu=("qemu-system-$system")
if ! command -v "${qemu[0]}" >/dev/null; then
    unpacked qemu +qemu-system-x86 +qemu-system-arm
    libraries=$(find "$kept/qemu" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)
    qemu=(env LD_LIBRARY_PATH="$libraries" "$kept/qemu/usr/bin/${qemu[0]}"
        -L "$kept/qemu/usr/share/qemu" -L "$kept/qemu/usr/share/seabios")
fi

# gpio-sim is not among Debian's modules, so it is built from their source: with a function that
# modules may use, and without giving a line the level of the pull that the daemon asks for, for a
# closed contact is stronger.
gpio_sim() {
    local tar=$kept/debian/usr/src/linux-source-6.1.tar.xz
    tar -xJf "$tar" --strip-components 1 -C "$1" \
        linux-source-6.1/{drivers/gpio/gpio-sim.c,drivers/gpio/gpiolib.h,kernel/irq/irq_sim.c}
    sed 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq_safe(irqnum)/' \
        "$1/kernel/irq/irq_sim.c" >"$1/irq_sim.c"
    sed '/set_config = /d' "$1/drivers/gpio/gpio-sim.c" >"$1/gpio-sim-main.c"
    mv "$1/drivers/gpio/gpiolib.h" "$1"
}

# The modules, and the programs that need no library. They are kept by what they are made from.
built() {
    local build headers=$kept/headers/usr/src/linux-headers-$release program
    made=$kept/made/$arch-$(cat "$0" tests/kernel/modules/* tests/kernel/machine/*.c | sha256sum | cut -c 1-16)-$release
    [[ ! -d $made ]] || return 0
    mkdir -p "$kept/made"
    new=$(mktemp -d "$made.XXXXXX")
    build=$new/build
    trap 'rm -rf "$new"' EXIT # it is there only when it is whole
    mkdir "$build"
    cp tests/kernel/modules/* "$build"
    gpio_sim "$build"
    # The headers look for each other where they would be installed.
    sed -i "s,^include .*/usr/src,include $kept/headers/usr/src," "$headers/Makefile"
    env LD_LIBRARY_PATH="$kept/headers/usr/lib/x86_64-linux-gnu" \
        make -s -C "$headers" M="$build" ARCH=$kernel_arch CROSS_COMPILE="$cross" CC="${cross}gcc" modules |&
        { grep -v '^Skipping BTF generation' || true; }
    for program in tests/kernel/machine/*.c; do
        "${cross}gcc" -static -Os -Wall -Wextra -Werror -o "$new/$(basename "$program" .c)" "$program"
    done
    mv "$build"/*.ko "$new"
    rm -r "$build"
    mv -T "$new" "$made"
    trap - EXIT
}
built >&2

## The machine ######################################################################################

rm -rf "$work"
mkdir -p "$work/root"/{bin,proc,sys,dev,modules,config,hands}

# Installs what a program is linked with, and what that is linked with in turn.
libraries() {
    local wanted name folder found
    wanted=$("${cross}readelf" -d -l "$1" |
        sed -n 's/.*NEEDED.*\[\(.*\)\]$/\1/p; s,.*interpreter: .*/\(.*\)\]$,\1,p')
    for name in $wanted; do
        [[ ! -e $work/root/lib/$name ]] || continue
        found=
        for folder in "${folders[@]}"; do
            [[ ! -e $folder/$name ]] || found=$folder/$name
        done
        [[ -n $found ]] || { echo "$1 is linked with $name, which is not there" >&2; exit 1; }
        install -D "$found" "$work/root/lib/$name"
        libraries "$found"
    done
}

# The first file system, in memory.
initramfs() {
    local module
    install "$kept/$([[ $arch == amd64 ]] && echo debian || echo arm64)/bin/busybox" "$work/root/bin"
    install "$program" "$work/root/bin/touchmove"
    install "$made"/{ask,datasheet,player} "$work/root/bin"
    libraries "$program"
    ln -s lib "$work/root/lib64"
    for module in configfs i2c-dev virtio{,_ring,_pci,_pci_modern_dev,_pci_legacy_dev,_blk}; do
        find "$kept/debian/lib/modules/$release" -name "$module.ko" -exec cp {} "$work/root/modules" \;
    done
    cp "$made"/*.ko "$work/root/modules"
    cp tests/kernel/boards/*.toml "$work/root/config"
    python3 -B tests/kernel/hands.py "$seed" "$work"
    if [[ $arch == amd64 ]]; then
        # Where the electronics have no part in it the same must come out.
        "$program" check "$work/truth.jsonl" >&2
    fi
    cp "$work"/{before,broken,mended,game} "$work/root/hands"
    install tests/kernel/machine/init "$work/root/init"
    (cd "$work/root" && find . | "$kept/debian/bin/busybox" cpio -o -H newc 2>/dev/null | gzip -1) >"$work/initramfs"
}
initramfs
truncate -s 64M "$work/disk"

# Time in there is counted in instructions, two nanoseconds each, and goes on at once where nothing is
# to be done: so no other load of this machine makes hands slow or readings late.
timeout --kill-after 5 "$patience" "${qemu[@]}" -accel tcg "${machine[@]}" -icount shift=1,sleep=off -rtc clock=vm \
    -m 512 -nodefaults -display none -no-reboot \
    -kernel "${kernel[0]}" -initrd "$work/initramfs" -append "console=$console quiet panic=-1 rdinit=/init" \
    -serial "file:$work/console" -drive "file=$work/disk,format=raw,if=virtio" </dev/null || true
if ! grep -q 'all is on the disk' "$work/console"; then
    echo "the machine did not come to its end; its console:" >&2
    tail -n 40 "$work/console" >&2
    exit 1
fi
tar -xmf "$work/disk" -C "$work" # its clock may be ahead of ours
python3 -B tests/kernel/check.py "$work" || {
    echo "the machine's console:" >&2
    tail -n 40 "$work/console" >&2
    exit 1
}
