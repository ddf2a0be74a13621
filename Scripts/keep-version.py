#!/usr/bin/env python3
"""Keeps what the present version leaves behind, so that later versions are tried on it.

    keep-version.py BINARY            checks that the folder of this version exists, and that no folder was changed
    keep-version.py BINARY --write    makes the folder of this version (Tests/EndToEndTests/Fixtures/Versions)

The tables that the version makes now must be those of its folder.
"""
import argparse
import hashlib
import pathlib
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile

from trials import ROOT, Attempts, demand

VERSIONS = ROOT / "Tests" / "EndToEndTests" / "Fixtures" / "Versions"
STATE = pathlib.Path(".kawaraban/state.sqlite")


def sums(folder):
    """The lines of `sums`: a hash and the path of each file."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "sums")
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n" for path in paths)


def steady(memo):
    """A memo of a file sink without the numbers of this machine's disk."""
    if memo is None or memo[9:17] == bytes(8):
        return memo
    return memo[:1] + struct.pack("<QQ", 1, 1) + memo[17:]


def dump(path):
    """The statements that make the database, with fixed values where it differs from run to run."""
    state = sqlite3.connect(path)
    state.create_function("steady", 1, steady)
    state.executescript("""
        DELETE FROM meta WHERE key = 'system_start';
        UPDATE meta SET value = 'kept' WHERE key = 'instance';
        UPDATE meta SET value = '/elsewhere/.kawaraban/state.sqlite' WHERE key = 'path';
        UPDATE message SET webhook_id = 'msg_kept' || id, memo = steady(memo);
        UPDATE target SET memo = steady(memo);
        UPDATE source SET last_seconds = 0;
        """)
    numbers = [f"PRAGMA {name} = {state.execute(f'PRAGMA {name}').fetchone()[0]};\n"
               for name in ("application_id", "user_version")]
    lines = [line + "\n" for line in state.iterdump()]
    state.close()
    return "".join(numbers + lines)


def make(binary, folder, configuration):
    """Runs the version once, and keeps what it leaves."""
    with tempfile.TemporaryDirectory() as home:
        place = pathlib.Path(home) / "place"
        place.mkdir()
        shutil.copy(configuration, place / "config.yaml")
        done = subprocess.run(
            [binary, "run", "--replay", VERSIONS / "recorded" / "first", "--state", STATE.name],
            cwd=place, env={"PATH": "/usr/bin:/bin", "HOME": home, "LC_ALL": "C"}, capture_output=True, text=True)
        demand(done.returncode == 0, f"the run of the first day: {done.returncode} {done.stderr}")
        shutil.copytree(place / "out", folder / "out")
        (folder / "state.sql").write_text(dump(place / STATE.name), "utf-8")
        shutil.copy(configuration, folder / "config.yaml")
        (folder / "sums").write_text(sums(folder))


def tables(statements):
    """What a database consists of, whatever is in it."""
    state = sqlite3.connect(":memory:")
    state.executescript(statements)
    found = {row[0] for row in state.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")}
    return found | {state.execute("PRAGMA user_version").fetchone()[0]}


def check(binary, version):
    folder = VERSIONS / version
    demand((folder / "state.sql").exists(), f"{folder} is missing: run Scripts/keep-version.py BINARY --write")
    for kept in sorted(path for path in VERSIONS.iterdir() if (path / "sums").exists()):
        demand(sums(kept) == (kept / "sums").read_text(),
               f"{kept} was changed: a version is kept as it was released")
    with tempfile.TemporaryDirectory() as fresh:
        fresh = pathlib.Path(fresh)
        make(binary, fresh, folder / "config.yaml")
        old, new = (tables((place / "state.sql").read_text("utf-8")) for place in (folder, fresh))
        demand(old == new, f"the state of {version} has other tables now: raise the version, or, as long as this one is "
                           "not released, run Scripts/keep-version.py BINARY --write")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("binary", type=pathlib.Path)
    options.add_argument("--write", action="store_true")
    options = options.parse_args()
    binary, attempt = options.binary.resolve(), Attempts()
    version = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if options.write:
        folder = VERSIONS / version
        latest = max((path for path in VERSIONS.iterdir() if (path / "config.yaml").exists()),
                     key=lambda path: [int(part) for part in path.name.split(".")])
        with tempfile.TemporaryDirectory() as fresh:
            fresh = pathlib.Path(fresh) / version
            fresh.mkdir()
            make(binary, fresh, latest / "config.yaml")
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(fresh, folder)
        print(f"kept {folder.relative_to(ROOT)}")
    attempt("Scripts/keep-version.py", check, binary, version)
    return 1 if attempt.failed else 0


if __name__ == "__main__":
    sys.exit(main())
