#!/usr/bin/env python3
"""Writes Packaging/functions.order anew: the functions that ordinary commands use, in the order in which the release
binary has them.

    order-functions.py KAWARABAN MAP

KAWARABAN is a release binary, and MAP the map that gold wrote when it linked it. Each command below runs under valgrind,
which tells the addresses of all instructions that ran. The map tells their sections, one for each function. Functions that
more commands use stand before those that fewer use.

A function that is not in the list has its place after all others, and a name that no longer exists means nothing. So an old
list does no harm: a run only touches more pages. Needs nginx and valgrind.
"""
import bisect
import collections
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Benchmarks"))
import fetch
import figures

LIST = pathlib.Path("Packaging/functions.order")
PORT = 8195
HEADER = """\
# The functions that ordinary commands use, so that the linker puts them side by side: a run has 7 MB of the program in
# memory instead of 16. Made by `make function-order`; a name that no longer exists means nothing.
"""


def sections(map_of_linker):
    """The sections of functions as (first address, size, name), in the order of their addresses."""
    found = []
    # gold breaks the line after a long name.
    for name, first, size in re.findall(
            r"^ (\.text\.\S+)\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) ", map_of_linker, re.M):
        if int(first, 16) and int(size, 16):
            found.append((int(first, 16), int(size, 16), name))
    return sorted(found)


def used(binary, words, folder, status, known):
    """The names of the sections of which a command, which ends with `status`, ran an instruction."""
    profile = folder / "profile"
    command = ["valgrind", "--tool=callgrind", "--dump-instr=yes", "--dump-line=no", "--compress-strings=no",
               "--compress-pos=no", f"--callgrind-out-file={profile}", binary, *words]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if done.returncode != status:
        sys.exit(f"{' '.join(words)} ended with {done.returncode}: {done.stderr.decode()[-1000:]}")
    firsts = [first for first, _, _ in known]
    names = set()
    is_ours = False
    with open(profile) as lines:
        for line in lines:
            if line.startswith("ob="):
                is_ours = line.rstrip("\n") == f"ob={binary}"
            elif is_ours and line.startswith("0x"):
                address = int(line.split(" ", 1)[0], 16)
                first, size, name = known[max(0, bisect.bisect(firsts, address) - 1)]
                if first <= address < first + size:
                    names.add(name)
    profile.unlink()
    return names


def commands(binary, folder):
    """Yields ordinary commands, each with the folder to run it in and the status it ends with, and prepares each."""
    shutil.copytree("Examples/demo", folder / "demo")
    yield ["run", "--replay", "recorded", "--state", "demo.sqlite"], folder / "demo", 1  # one of its sources fails
    articles = fetch.make_feeds(folder / "feeds", count=60)
    figures.make_podcasts(articles, count=10, items=20)
    feeds = sorted(articles.iterdir())
    server = fetch.start_nginx(folder, articles, len(feeds), PORT, None)
    try:
        fetch.write_configuration(
            folder, [f"http://{fetch.address(i)}:{PORT}/{feed.name}" for i, feed in enumerate(feeds)])
        yield ["run"], folder, 0
        yield ["run"], folder, 0
        fetch.publish(feeds)
        yield ["run"], folder, 0
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
    for word in ("status", "check", "--version"):
        yield [word], folder, 0


def main():
    binary, map_of_linker = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2]).read_text(errors="replace")
    known = sections(map_of_linker)
    if not known:
        sys.exit(f"{sys.argv[2]} names no function: was it written by gold, with functions in sections of their own?")
    uses = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="kawaraban-order-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)  # nginx reads as another user
        for words, place, status in commands(binary, folder):
            names = used(binary, words, place, status, known)
            uses.update(names)
            print(f"{' '.join(words)}: {len(names)} functions")
    before = set(LIST.read_text().splitlines()) if LIST.exists() else set()
    # What a single command uses would make the list half as long again, and is spread over few of the pages.
    ordered = sorted((name for name in uses if uses[name] > 1), key=lambda name: (-uses[name], name))
    LIST.write_text(HEADER + "".join(f"{name}\n" for name in ordered))
    print(f"{LIST}: {len(ordered)} functions of {len(known)}; {len(before & set(ordered))} were in it")


if __name__ == "__main__":
    main()
