#!/usr/bin/env python3
"""Runs a command that runs Swift tests; prints its last line, or what failed; ends it if it hangs, and tells where.

    run-tests.py [--silence SECONDS] -- swift test …

Without any new line for SECONDS (900) the tests hang. Then it prints, where gdb is installed, what each thread of the
tests is doing, then the processes that they have started and the tests that have begun and not ended. Then it ends them.
Exits with the command's status, or with 1 if the tests hung.
"""
import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

FAILURE = re.compile(r"^✘|recorded an issue|[Ff]atal|unexpected signal")
NAME = r"Test (\"(?:[^\"\\\n]|\\.)*\"|\w+\([^)\n]*\))"
BEGUN = re.compile(rf"◇ {NAME} started\.")
ENDED = re.compile(rf"[✔✘➜] {NAME}(?: with \d+ test cases?)? (?:passed|failed|skipped)")


def unfinished(log):
    """The tests that have begun and not ended, in the order of their beginnings."""
    # An argument of a test may hold the end of a line, so these do not always begin one.
    ended = {noted[1] for noted in ENDED.finditer(log)}
    return [name for name in dict.fromkeys(noted[1] for noted in BEGUN.finditer(log)) if name not in ended]


def descendants(process):
    """A process and all below it: (number, parent, command line)."""
    table = []
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                with open(f"/proc/{name}/stat") as stat, open(f"/proc/{name}/cmdline") as line:
                    parent = int(stat.read().rpartition(")")[2].split()[1])
                    table.append((int(name), parent, line.read().replace("\0", " ").strip()))
            except OSError:
                pass
    found = [row for row in table if row[0] == process]
    for number, _, _ in found:
        found += [row for row in table if row[1] == number]
    return found


def tell_threads(process):
    if shutil.which("gdb"):
        subprocess.run(
            ["gdb", "-p", str(process), "-batch", "-ex", "set pagination off", "-ex", "thread apply all backtrace 24"],
            stdin=subprocess.DEVNULL, stdout=sys.stdout, stderr=subprocess.DEVNULL, timeout=300, check=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--silence", type=float, default=900, help="after how many seconds without a line they hang")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        tests = subprocess.Popen(
            options.command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True)
        length, last = 0, time.monotonic()
        while tests.poll() is None:
            time.sleep(1)
            if os.fstat(log.fileno()).st_size != length:
                length, last = os.fstat(log.fileno()).st_size, time.monotonic()
            elif time.monotonic() - last > options.silence:
                break
        log.seek(0)
        text = log.read()
        if tests.returncode is None:
            running = descendants(tests.pid)
            for number, _, line in running:
                if ".xctest" in line or "swiftpm-testing-helper" in line:
                    tell_threads(number)
            # The names come last: a log of which only the end is kept still tells them.
            print("processes:")
            print("\n".join(f"  {number} below {parent}: {line[:200]}" for number, parent, line in running))
            names = unfinished(text)
            print(f"the tests hang: no line came for {options.silence:.0f} s; {len(names)} had begun and not ended:")
            print("\n".join("  " + name[:200] for name in names), flush=True)
            for number, _, _ in reversed(running):
                try:
                    os.kill(number, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            tests.wait()
            sys.exit(1)
        lines = text.splitlines()
        if tests.returncode != 0:
            print("\n".join([line for line in lines if FAILURE.search(line)][:60]), file=sys.stderr)
            print("\n".join(lines[-5:]), file=sys.stderr)
            sys.exit(1)
        print(lines[-1] if lines else "the tests said nothing")


if __name__ == "__main__":
    main()
