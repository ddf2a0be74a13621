#!/usr/bin/env python3
"""Makes mistakes on purpose, and checks that a harness or a test notices each of them.

    mistakes.py [NAME …] [--kind harness|test] [--sample N] [--seed S] [--alone] [--sound] [--here] [--list | --check]

Each patch in mistakes/ is applied to a copy of the committed tree (.build-mistakes/tree), which is built for debugging.
With `--here` it is applied to this clone itself, in which most is built already: for a clone that is thrown away. A clone
with changes is spared.
A line in its head names who must notice it. `Caught by: kill inject` names harnesses, one of which must end with 1.
`Caught by: test SuiteTests "what it is called"` names the suite's type and the test that must fail. Without any patch
all these harnesses must end with 0, and all these tests must pass.

Mistakes for harnesses are made one at a time. Mistakes for tests are made several at a time, in different files and for
different suites, because building takes most of the time; `--alone` makes these one at a time, too.

Exits with 1 if a mistake was not noticed. Exits at once if a patch cannot be applied or built, or if the tests break in
another way than by a failure: then the patch is wrong and proves nothing.
"""
import argparse
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

import world

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
COPY = ROOT / ".build-mistakes" / "tree"
HARNESSES = {
    "kill": [HERE / "kill.py", "200"],
    "lines": [HERE / "lines.py", "200"],
    "inject": [HERE / "inject.py", "--sample", "400"],
    "power": [HERE / "power.py", "150"],
    "feeds": [HERE / "feeds.py", "--days", "4"],
}
# A suite that hangs with a mistake in the product has noticed nothing yet, and must not hold up the others.
LONGEST_TEST = 600
# More at once are more likely to hide each other.
MOST_AT_ONCE = 8


class Mistake:
    """A patch with its head."""

    def __init__(self, path):
        self.path = path
        self.name = path.stem
        head = path.read_text().split("\n--- ")[0]
        judges = re.search(r"^Caught by: (.*)$", head, re.MULTILINE)
        if not judges or not re.search(r"^Breaks: ", head, re.MULTILINE):
            sys.exit(f"{path.name}: its head lacks \"Breaks: …\" or \"Caught by: …\"")
        test = re.fullmatch(r"test (\w+) \"(.+)\"", judges[1])
        self.suite, self.test = test.groups() if test else (None, None)
        self.harnesses = [] if test else judges[1].split()
        self.files = set(re.findall(r"^\+\+\+ b/(.*)$", path.read_text(), re.MULTILINE))
        unknown = set(self.harnesses) - set(HARNESSES)
        if unknown:
            sys.exit(f"{path.name}: no harness is called {', '.join(sorted(unknown))}")

    @property
    def kind(self):
        return "test" if self.test else "harness"


# Where mistakes are made: COPY, or ROOT with --here.
tree = COPY


def run(*command, cwd=None, timeout=None):
    return subprocess.run(
        [str(part) for part in command], cwd=cwd or tree, capture_output=True, text=True, check=False, timeout=timeout)


def need(*command, cwd=None):
    done = run(*command, cwd=cwd)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def copy_tree():
    """The committed tree, with what an earlier time has built."""
    if not (COPY / ".git").exists():
        COPY.parent.mkdir(exist_ok=True)
        need("git", "clone", "--quiet", "--shared", "--no-checkout", ROOT, COPY, cwd=ROOT)
    head = run("git", "rev-parse", "HEAD", cwd=ROOT).stdout.strip()
    need("git", "checkout", "--force", "--detach", head)


def may_use_this_clone():
    """Whether undoing a mistake in this clone would throw away no change of anybody."""
    status = run("git", "status", "--porcelain", "--untracked-files=no", cwd=ROOT)
    if status.returncode == 0 and not status.stdout:
        return True
    told = (status.stdout + status.stderr).strip()
    print(f"mistakes are made in a copy, since this clone may have changes:\n{told}", flush=True)
    return False


def undo():
    """Takes all mistakes back."""
    need("git", "checkout", "--force", "--", ".")


def build(kinds):
    """What the judges of these kinds need."""
    if "harness" in kinds:
        need("swift", "build", "--product", "kawaraban")
    if "test" in kinds:
        need("swift", "build", "--build-tests")


def judged_by_harness(harnesses):
    """The first harness that finds something, with its words, or None."""
    for harness in harnesses:
        with tempfile.TemporaryDirectory(dir=world.working_folder()) as folder:
            os.environ["TMPDIR"] = folder
            done = run(*HARNESSES[harness], "--binary", tree / ".build" / "debug" / "kawaraban", cwd=ROOT)
            del os.environ["TMPDIR"]
        if done.returncode == 1:
            return harness, summary(done.stdout)
        if done.returncode != 0:
            sys.exit(f"{harness} broke down: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return None


def failures(suites):
    """The names of the tests in these suites that fail, and of those that pass."""
    try:
        done = run(
            "swift", "test", "--skip-build", "--disable-xctest", "--filter", rf"\.({'|'.join(sorted(suites))})/",
            timeout=LONGEST_TEST)
    except subprocess.TimeoutExpired:
        sys.exit(f"{', '.join(suites)}: not over after {LONGEST_TEST} s")
    words = done.stdout + done.stderr
    failed = set(re.findall(r"^✘ Test \"(.*)\" (?:with \d+ test cases? )?failed after", words, re.MULTILINE))
    passed = set(re.findall(r"^✔ Test \"(.*)\" (?:with \d+ test cases? )?passed after", words, re.MULTILINE))
    if not re.search(r"^[✘✔] Test run with ", words, re.MULTILINE):
        sys.exit(f"{', '.join(suites)} broke down:\n{words[-2000:]}")
    return failed, passed


def judged_by_tests(mistakes):
    """For each of the mistakes its suite and test, if that test fails, or None."""
    failed, passed = failures({mistake.suite for mistake in mistakes})
    for mistake in mistakes:
        if mistake.test not in failed | passed:
            sys.exit(f"{mistake.path.name}: {mistake.suite} has no test \"{mistake.test}\"")
    return [(mistake.suite, mistake.test) if mistake.test in failed else None for mistake in mistakes]


def groups(mistakes, most):
    """Mistakes that are made at once: each in files of its own, and for a suite of its own."""
    groups = []
    for mistake in mistakes:
        group = next((
            group for group in groups
            if mistake.test and len(group) < most
            and all(one.test and one.suite != mistake.suite and not one.files & mistake.files for one in group)), None)
        if group is None:
            groups.append([mistake])
        else:
            group.append(mistake)
    return groups


def summary(words):
    """What a harness found, in a line."""
    lines = [line.strip() for line in words.splitlines()]
    found = [line for line in lines if re.match(r"(lost|doubled|torn|strange): ", line)]
    return (found or lines[-1:])[0][:120]


def require_soundness(mistakes):
    """Without a mistake no judge that is asked may find anything."""
    tests = {(mistake.suite, mistake.test) for mistake in mistakes if mistake.test}
    if tests:
        failed, passed = failures({suite for suite, _ in tests})
        missing = {name for _, name in tests} - failed - passed
        if missing:
            sys.exit("no such test: " + ", ".join(sorted(missing)))
        if failed:
            sys.exit("without a mistake: " + ", ".join(sorted(failed)))
    harnesses = [name for name in HARNESSES if any(name in mistake.harnesses for mistake in mistakes)]
    found = judged_by_harness(harnesses)
    if found:
        sys.exit(f"without a mistake: {found[0]}: {found[1]}")
    print("without a mistake: all is well", flush=True)


def chosen(options):
    mistakes = [Mistake(path) for path in sorted((HERE / "mistakes").glob("*.patch"))]
    if options.names:
        mistakes = [mistake for mistake in mistakes if mistake.name.startswith(tuple(options.names))]
    if options.kind:
        mistakes = [mistake for mistake in mistakes if mistake.kind == options.kind]
    if options.sample:
        sample = random.Random(options.seed).sample(mistakes, min(options.sample, len(mistakes)))
        mistakes = [mistake for mistake in mistakes if mistake in sample]
    if not mistakes:
        sys.exit("no such mistake")
    return mistakes


def check(mistakes):
    """Whether each patch applies to what lies here, and the test that it names stands in its suite."""
    faults = []
    sources = [path.read_text() for path in sorted((ROOT / "Tests").rglob("*.swift"))]
    for mistake in mistakes:
        if run("git", "apply", "--check", mistake.path, cwd=ROOT).returncode != 0:
            faults.append(f"{mistake.path.name}: cannot be applied: make it anew")
        if mistake.test and not any(
                f'"{mistake.test}"' in source and re.search(rf"(?:struct|class) {mistake.suite}\b", source)
                for source in sources):
            faults.append(f"{mistake.path.name}: {mistake.suite} has no test \"{mistake.test}\"")
    if faults:
        sys.exit("\n".join(faults))
    print(f"{len(mistakes)} mistakes can be made")


def made(group):
    """Makes mistakes at once, tells what became of each, and returns how many were noticed."""
    undo()
    for mistake in group:
        need("git", "apply", mistake.path)
    build({group[0].kind})
    judged = judged_by_tests(group) if group[0].test else [judged_by_harness(group[0].harnesses)]
    for mistake, found in zip(group, judged):
        told = f"CAUGHT by {found[0]}: {found[1]}" if found else "MISSED"
        print(f"{mistake.name}: {told}", flush=True)
    return sum(found is not None for found in judged)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="beginnings of patches' names; all without")
    parser.add_argument("--kind", choices=["harness", "test"], help="only those that harnesses, or tests, must notice")
    parser.add_argument("--sample", type=int, help="only so many of them, by chance")
    parser.add_argument("--seed", default=str(random.randrange(1 << 32)), help="which chance: any word")
    parser.add_argument("--alone", action="store_true", help="makes those for tests one at a time, too")
    parser.add_argument(
        "--sound", action="store_true", help="does not try the judges without a mistake: that has just been done")
    parser.add_argument(
        "--here", action="store_true", help="makes them in this clone, one to throw away, if it has no changes")
    parser.add_argument("--list", action="store_true", help="tells them, and who must notice each; makes none")
    parser.add_argument(
        "--check", action="store_true", help="whether each can be applied, and its judge is there; makes none")
    options = parser.parse_args()
    begun = time.monotonic()
    mistakes = chosen(options)
    if options.list:
        for mistake in mistakes:
            judge = f"{mistake.suite} \"{mistake.test}\"" if mistake.test else " ".join(mistake.harnesses)
            print(f"{mistake.name}: {judge}")
        return
    if options.check:
        return check(mistakes)
    if options.sample:
        print(f"{len(mistakes)} mistakes, seed {options.seed}", flush=True)
    global tree
    if options.here and may_use_this_clone():
        tree = ROOT
    else:
        copy_tree()
    if not options.sound:
        build({mistake.kind for mistake in mistakes})
        require_soundness(mistakes)
    # An end by a signal undoes them, too.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        caught = sum(made(group) for group in groups(mistakes, 1 if options.alone else MOST_AT_ONCE))
    finally:
        undo()
    print(f"{caught} of {len(mistakes)} mistakes caught, {(time.monotonic() - begun) / 60:.0f} min")
    sys.exit(0 if caught == len(mistakes) else 1)


if __name__ == "__main__":
    main()
