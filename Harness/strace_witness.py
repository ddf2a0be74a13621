"""Checks that the preloaded library sees every write-class system call, by comparison with strace, which sees all."""
import collections
import re
import shutil

import shim_library
from world import World

CALLS = "write,writev,pwrite64,pwritev,pwritev2,fsync,fdatasync,sync_file_range,rename,renameat,renameat2,unlink,unlinkat," \
    "openat,open,creat,ftruncate,truncate,mkdir,mkdirat,link,linkat,symlink,symlinkat,fallocate"
SAME = {"renameat": "rename", "unlinkat": "unlink", "mkdirat": "mkdir", "linkat": "link"}
LINE = re.compile(r"^\d+ +(\w+)\((.*)\) += (-?\d+)")


def compare(binary):
    """One sentence: that both saw the same, or what the library did not see, or that strace is not to be had here."""
    strace = shutil.which("strace")
    if not strace:
        return "strace: skipped, it is not installed"
    world = World(binary, take=10)
    try:
        world.feeds.issue({"a": 9, "b": 7, "c": 3})
        world.feeds.ripen()
        log, points = world.folder / "strace", world.folder / "points"
        settings = shim_library.environment(world.place, points=points)
        prefix = [strace, "-f", "-y", "-s", "0", "-o", str(log), "-e", f"trace={CALLS}"]
        # The library is for the child alone.
        for name, value in settings.items():
            prefix += ["-E", f"{name}={value}"]
        if world.run(prefix=prefix) != 0 or not points.exists():
            return "strace: skipped, it is not permitted here"
        seen = collections.Counter(line.split()[0] for line in points.read_text().splitlines())
        made = collections.Counter(name for name in calls(log.read_text(errors="replace"), str(world.place)))
        if seen == made:
            return f"strace saw the same {sum(made.values())} write-class calls as the library"
        return f"strace saw other calls than the library: {dict(made - seen)} more, {dict(seen - made)} fewer"
    finally:
        world.close()


def calls(log, root):
    """The names of the calls that concern what lies below `root`."""
    unfinished = {}
    for line in log.splitlines():
        process = line.split(" ", 1)[0]
        if line.endswith("<unfinished ...>"):
            unfinished[process] = line[:-len("<unfinished ...>")].rstrip()
            continue
        if "resumed>" in line:
            line = unfinished.pop(process, "") + line.split("resumed>", 1)[1]
        found = LINE.match(line)
        # With an absolute path, the folder that stands before it plays no part.
        if not found or root not in re.sub(r'(AT_FDCWD|\d+)<[^>]*>, (?="/)', "", found[2]):
            continue
        name = SAME.get(found[1], found[1])
        if name in ("openat", "open") and "O_CREAT" not in found[2]:
            continue
        yield name
