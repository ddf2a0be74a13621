#!/usr/bin/env bash
# valgrind.sh [FILE…]: replays responses under valgrind, by default those kept from fuzzing. Unlike AddressSanitizer,
# valgrind also checks the memory accesses of the system's libraries, above all of libcurl. Needs a debug build.
set -euo pipefail
cd "$(dirname "$0")/.."

files=("$@")
[ ${#files[@]} -gt 0 ] || files=(Fuzzing/Corpus/exchange/*)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Debian's valgrind cannot read the debug information that Swift writes.
strip --strip-debug -o "$folder/replay" .build/debug/replay
# Leaks are none of its business: libcurl, OpenSSL and Swift keep much until the end.
status=0
SWIFT_BACKTRACE=enable=no valgrind --quiet --error-exitcode=99 --leak-check=no --fair-sched=yes \
    --log-file="$folder/log" "$folder/replay" exchange "${files[@]}" || status=$?
if [ "$status" -ne 0 ] || [ -s "$folder/log" ]; then
    head -60 "$folder/log" >&2
    echo "valgrind: the answers ended with status $status" >&2
    exit 1
fi
echo "valgrind: ${#files[@]} answers, 0 reports"
