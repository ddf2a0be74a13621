#!/usr/bin/env bash
# quietly.sh WHAT COMMAND…: prints WHAT, runs COMMAND, and shows its output only if it fails.
set -euo pipefail

what=$1
shift
echo "$what …"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! "$@" >"$log" 2>&1; then
    grep -E '(error|warning):' "$log" | sort -u | head -40 >&2 || true
    tail -20 "$log" >&2
    echo "failed: $what" >&2
    exit 1
fi
