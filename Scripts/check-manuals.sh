#!/usr/bin/env bash
# check-manuals.sh BINARY: the man pages are made in both languages, and groff, if it is there, finds nothing odd in
# them.
set -euo pipefail

binary=$1
page=$(mktemp)
trap 'rm -f "$page"' EXIT
failed=0
for language in C.UTF-8 ja_JP.UTF-8; do
    for script in manual.py manual-of-configuration.py; do
        env LC_ALL="$language" "Scripts/$script" "$binary" >"$page"
        command -v groff >/dev/null || continue
        warnings=$(groff -man -Tutf8 -Kutf8 -ww "$page" 2>&1 >/dev/null)
        if [ -n "$warnings" ]; then
            echo "$script ($language): $warnings" >&2
            failed=1
        fi
    done
done
exit $failed
