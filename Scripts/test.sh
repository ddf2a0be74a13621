#!/usr/bin/env bash
# Checks that the patches of Harness/mistakes still apply, builds everything for debugging, runs every test and a short
# form of the harnesses, and replays the kept responses under valgrind. Then it builds and runs the package that adds
# its own plugins, and the standard plugins from a package outside the tree. At last it makes a few of the mistakes.
set -euo pipefail

if [ -z "${KAWARABAN_SHARED:-}" ] && [ -d ../shared ]; then
    KAWARABAN_SHARED=$(cd ../shared && pwd)
fi
[ -n "${KAWARABAN_SHARED:-}" ] && export KAWARABAN_SHARED

Harness/mistakes.py --check

Scripts/quietly.sh "building (debug)" swift build --build-tests

# All tests beside each other keep each of them waiting for minutes in the midst of its work.
width=()
if [[ $(swift test --help-hidden) == *--experimental-maximum-parallelization-width* ]]; then
    width=(--experimental-maximum-parallelization-width 8)
fi

echo "testing …"
Scripts/run-tests.py -- swift test --skip-build --disable-xctest "${width[@]}"

echo "killing, disturbing and attacking runs …"
Harness/kill.py 100 --binary debug
Harness/letters.py 20 --binary debug
Harness/moves.py 10 --binary debug --faults 30
Harness/lines.py 40 --binary debug
Harness/programs.py 10 --binary debug
Harness/inject.py --binary debug --sample 100
Harness/power.py 20 --binary debug
Harness/feeds.py --days 4 --binary debug
Harness/webhooks.py 200 --kills 10 --endpoints 20 --binary debug
Harness/mail.py scripts --short --binary debug
Harness/browser.py --binary debug
Harness/pages.py --binary debug
Harness/hostile.py 8 --binary debug

echo "playing kept answers under valgrind …"
Scripts/valgrind.sh

Scripts/quietly.sh "building and testing Examples/OwnPlugins" \
    Scripts/swift-outside.sh test Examples/OwnPlugins --disable-xctest
Examples/OwnPlugins/run.sh "$PWD/.build/debug/own-kawaraban"

Scripts/guests.sh

# The commit chooses which, so that a second time is the same, and all have their turn.
if commit=$(git rev-parse --verify --quiet HEAD); then
    echo "making mistakes that tests must notice …"
    Harness/mistakes.py --kind test --sample 6 --seed "$commit" --sound ${KAWARABAN_THROWAWAY_CLONE:+--here}
else
    echo "making mistakes: skipped, since this is no clone of git"
fi
