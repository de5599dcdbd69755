"""What a disk holds after the power was cut.

QEMU's blklogwrites writes down, in the form of Linux's dm-log-writes, every write and flush of the
machine. What was written before the last flush is on the disk. Of what came later the disk's own
cache may have brought any part to the platter, in any order, or nothing.

    cut.py DISK LOG SEED            # writes what survived into DISK, which is as it was at the start
    cut.py DISK LOG SEED forgetful  # the disk loses its last quarter, flushed or not

A test that a forgetful disk passes would find no loss at all.
"""

import random
import struct
import sys

MAGIC = 0x6A736677736872
SUPER = struct.Struct("<QQQI")  # magic, version, entries, size of a sector
ENTRY = struct.Struct("<QQQQ")  # sector, sectors, flags, length of what is no sector
FLUSH, FUA, DISCARD, MARK = 1, 2, 4, 8


def entries(log):
    """Sector, data and flags of each entry that is whole. The count at the head lags behind."""
    magic, version, _, size = SUPER.unpack(log.read(SUPER.size))
    if (magic, version) != (MAGIC, 1):
        sys.exit("cut.py: this is no log of writes")
    log.seek(size)
    while True:
        head = log.read(size)
        if len(head) < size:
            return
        sector, count, flags, _ = ENTRY.unpack_from(head)
        if (sector, count, flags) == (0, 0, 0) or flags & MARK:
            return
        data = b"" if flags & DISCARD else log.read(count * size)
        if not flags & DISCARD and len(data) < count * size:
            return
        yield sector * size, data, flags


def main():
    disk_path, log_path, seed, *how = sys.argv[1:]
    luck = random.Random(seed)
    with open(log_path, "rb") as log:
        writes, safe, flushes = [], 0, 0
        for at, data, flags in entries(log):
            if flags & FLUSH:
                safe = len(writes)
                flushes += 1
            if data:
                writes.append((at, data, flags & FUA))
    if how == ["forgetful"]:
        safe = len(writes) * 3 // 4
        del writes[safe:]
    late = writes[safe:]
    # Often a cache loses all it held.
    chance = luck.choice([0.0, 0.5, 1.0])
    kept = [write for write in late if write[2] or luck.random() < chance]
    with open(disk_path, "r+b") as disk:
        for at, data, _ in writes[:safe] + kept:
            disk.seek(at)
            disk.write(data)
    print(f"{len(writes)} writes, {flushes} flushes, {len(late) - len(kept)} of {len(late)} late writes lost")


main()
