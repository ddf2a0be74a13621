#!/usr/bin/env bash
# ninety-days.sh FOLDER [--own-disk]: simulates the ninety days with sources that die; with --own-disk FOLDER is full on
# one of them.
set -euo pipefail

if [ "${2:-}" = --own-disk ]; then export KAWARABAN_OWN_DISK=$1; fi
KAWARABAN_NINETY_DAYS=${KAWARABAN_NINETY_DAYS:-1} swift test --skip-build --disable-xctest --filter NinetyDaysOfCrashesTests
