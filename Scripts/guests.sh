#!/usr/bin/env bash
# guests.sh: U15, builds every standard plugin from a package outside the tree, against the products alone, and makes
# the demo's digest with the resulting program. It must equal our own digest, byte for byte.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/guests.py .build-guests
Scripts/quietly.sh "building them outside the tree" Scripts/swift-outside.sh build .build-guests
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
digest() {
    mkdir "$folder/$1"
    cp -R Examples/demo/. "$folder/$1/"
    # A source of the demo has moved away, to show how that is told: 1.
    (cd "$folder/$1" && "$2" run --replay recorded --state demo.sqlite >/dev/null 2>&1) || [ $? -eq 1 ]
}
digest ours "$PWD/.build/debug/kawaraban"
digest guests "$PWD/.build/debug/own-standard"
diff -r "$folder/ours/digests" "$folder/guests/digests"
cmp "$folder/ours/archive.jsonl" "$folder/guests/archive.jsonl"
echo "U15: all of them, built outside the tree, make the same digests"
