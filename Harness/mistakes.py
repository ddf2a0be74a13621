#!/usr/bin/env python3
"""Makes mistakes on purpose, one at a time, and looks whether the harnesses notice.

    mistakes.py [NAME …]

Each patch in mistakes/ is applied to a copy of the committed tree (.build-mistakes/tree) and built for debugging; then
the harnesses named in its head have their turn, until one of them ends with 1. Without any patch all of them must end
with 0. Exits with 1 if a mistake was missed.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import world

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
TREE = ROOT / ".build-mistakes" / "tree"
BINARY = TREE / ".build" / "debug" / "kawaraban"
JUDGES = {
    "kill": [HERE / "kill.py", "200"],
    "lines": [HERE / "lines.py", "200"],
    "inject": [HERE / "inject.py", "--sample", "400"],
    "power": [HERE / "power.py", "150"],
}


def run(*command, cwd=TREE):
    return subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False)


def need(*command, cwd=TREE):
    done = run(*command, cwd=cwd)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def copy_tree():
    """The committed tree, with what an earlier time has built."""
    if not (TREE / ".git").exists():
        TREE.parent.mkdir(exist_ok=True)
        need("git", "clone", "--quiet", "--shared", "--no-checkout", ROOT, TREE, cwd=ROOT)
    head = run("git", "rev-parse", "HEAD", cwd=ROOT).stdout.strip()
    need("git", "checkout", "--force", "--detach", head)


def build():
    need("swift", "build", "--product", "kawaraban")


def judged_by(judges):
    """The first harness that finds something, with its words, or None."""
    for judge in judges:
        with tempfile.TemporaryDirectory(dir=world.working_folder()) as folder:
            os.environ["TMPDIR"] = folder
            done = run(*JUDGES[judge], "--binary", BINARY, cwd=ROOT)
            del os.environ["TMPDIR"]
        if done.returncode == 1:
            return judge, done.stdout
        if done.returncode != 0:
            sys.exit(f"{judge} broke down: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return None


def summary(words):
    """What a harness found, in a line."""
    lines = [line.strip() for line in words.splitlines()]
    found = [line for line in lines if re.match(r"(lost|doubled|torn|strange): ", line)]
    return (found or lines[-1:])[0][:120]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="beginnings of patches' names; all without")
    options = parser.parse_args()
    begun = time.monotonic()
    patches = [
        path for path in sorted((HERE / "mistakes").glob("*.patch"))
        if not options.names or path.name.startswith(tuple(options.names))]
    copy_tree()
    build()
    if not options.names:
        found = judged_by(JUDGES)
        told = "all is well" if found is None else f"{found[0]}: {summary(found[1])}"
        print(f"without a mistake: {told}", flush=True)
        if found:
            sys.exit(1)
    caught = 0
    for patch in patches:
        judges = re.search(r"^Caught by: (.*)$", patch.read_text(), re.MULTILINE)[1].split()
        need("git", "checkout", "--force", "--", ".")
        need("git", "apply", patch)
        build()
        found = judged_by(judges)
        caught += found is not None
        told = f"CAUGHT by {found[0]}: {summary(found[1])}" if found else "MISSED"
        print(f"{patch.stem}: {told}", flush=True)
    need("git", "checkout", "--force", "--", ".")
    print(f"{caught} of {len(patches)} mistakes caught, {(time.monotonic() - begun) / 60:.0f} min")
    sys.exit(0 if caught == len(patches) else 1)


if __name__ == "__main__":
    main()
