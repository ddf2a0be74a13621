"""Shared code of the checks of examples: copies an example to its own folder, and runs the program there."""
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True


class Mismatch(Exception):
    """What came is not what was expected."""


def demand(holds, what):
    if not holds:
        raise Mismatch(what)


class Attempts:
    """Several checks, each of which may fail: tells what failed, and counts."""

    def __init__(self):
        self.failed = 0

    def __call__(self, what, check, *arguments):
        try:
            check(*arguments)
        except Mismatch as mismatch:
            print(f"{what}: {mismatch}", file=sys.stderr)
            self.failed += 1


class Example:
    """A copy of the folder `origin` below `home`, and an environment that has no more than cron's, English and `secrets`."""

    def __init__(self, binary, origin, home, secrets, ignored=(), name=None):
        self.binary, self.name, self.origin = binary, origin.name, origin
        self.folder = home / (name or origin.name)
        shutil.copytree(origin, self.folder, ignore=shutil.ignore_patterns("__pycache__", *ignored))
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(home), "TZ": "UTC", "LC_ALL": "C", **secrets}

    def execute(self, words):
        return subprocess.run(words, cwd=self.folder, env=self.environment, capture_output=True, text=True)

    def check(self):
        """`kawaraban check` has nothing to say."""
        done = self.execute([self.binary, "check"])
        demand(done.returncode == 0 and "no errors, no warnings" in done.stdout, done.stdout + done.stderr)
