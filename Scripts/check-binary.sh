#!/usr/bin/env bash
# check-binary.sh BINARY: checks the linking of a binary that is shipped (X16). All addresses of libraries are bound at
# the start, so that their table can be read-only. The stack is not executable. Libraries are loaded from the system,
# never from the binary's folder.
set -euo pipefail

binary=$1
if ! command -v readelf >/dev/null; then
    echo "check-binary: skipped, readelf (binutils) is not installed" >&2
    exit 0
fi
linking=$(readelf -dlW "$binary")
failed=0
want() {
    grep -qE "$2" <<<"$linking" || { echo "$binary: $1" >&2; failed=1; }
}
want "it is not linked with -z now" '\(FLAGS\) .*BIND_NOW'
want "it is no position-independent executable" '\(FLAGS_1\) .*PIE'
want "it has no GNU_RELRO" 'GNU_RELRO'
want "its stack can be run" 'GNU_STACK .* RW '
# One package serves several releases of Debian, which have other names for this library.
if grep -E 'NEEDED.*libgumbo' <<<"$linking" >&2; then
    echo "$binary: libgumbo is not linked into it" >&2
    failed=1
fi
if grep -E 'R(UN)?PATH' <<<"$linking" >&2; then
    echo "$binary: it looks for libraries where others may put them" >&2
    failed=1
fi
exit $failed
