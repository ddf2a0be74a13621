#!/usr/bin/env bash
# Every row of Documentation/Network.md has a test in each file that it names, and no test has an id without a row.
set -euo pipefail

table=Documentation/Network.md
failed=0
complain() {
    echo "$table: $1" >&2
    failed=1
}

rows=$(sed -nE 's/^\| (N[0-9]+) \|.*\| ([^|]*) \|$/\1 \2/p' "$table" | tr -d ,)
while read -r id files; do
    [ -n "$files" ] || complain "$id has no test"
    for file in $files; do
        path=$(find Tests -name "$file.swift" | head -1)
        [ -n "$path" ] || { complain "$id: there is no $file.swift"; continue; }
        grep -qE "\"[^\"]*\b$id\b" "$path" || complain "$id: no test in $path has this id in its name"
    done
done <<<"$rows"

for id in $(grep -rhoE '"(N[0-9]{2}(, )?)+ [^"]' Tests --include='*.swift' | grep -oE 'N[0-9]{2}' | sort -u); do
    grep -q "^| $id |" "$table" || complain "there is no row $id, which a test names"
done
[ "$(wc -l <<<"$rows")" -ge 52 ] || complain "rows are missing"
exit $failed
