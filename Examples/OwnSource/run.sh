#!/usr/bin/env bash
# Runs the binary of this package twice in a folder of its own: the reminder is delivered once.
set -euo pipefail
cd "$(dirname "$0")"

binary=$(swift build --show-bin-path)/own-kawaraban
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp config.yaml "$folder/"
"$binary" plugins reminder >/dev/null
"$binary" run -c "$folder/config.yaml"
"$binary" run -c "$folder/config.yaml"
count=$(grep -c 'Water the plants' "$folder/digest.md")
if [ "$count" -ne 1 ]; then
    echo "expected the reminder once in the digest, found it $count times" >&2
    exit 1
fi
echo "own source: one entry, delivered once"
