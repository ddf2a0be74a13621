#!/usr/bin/env bash
# Every row of the tables of cases has a test in each file that it names, and no test has an id without a row. What is
# named with a slash is no test but a program that tries the case; its text must name the row, too. A row that cannot
# apply here has `-`.
set -euo pipefail

failed=0
complain() {
    echo "$1" >&2
    failed=1
}

# check TABLE LETTER ROWS: ids are the letter and two digits; there must be at least so many rows.
check() {
    local table=Documentation/$1 letter=$2 least=$3 rows id files file path
    [ -f "$table" ] || return 0
    rows=$(sed -nE "s/^\| ($letter[0-9]+) \|.*\| ([^|]*) \|\$/\1 \2/p" "$table" | tr -d ',`')
    while read -r id files; do
        [ -n "$files" ] || complain "$table: $id has no test"
        for file in $files; do
            case $file in
            -) ;;
            */*)
                grep -qE "\b$id\b" "$file" || complain "$table: $id: $file does not name it" ;;
            *)
                # More than one file may have the name.
                path=$(find Tests -name "$file.swift")
                [ -n "$path" ] || { complain "$table: $id: there is no $file.swift"; continue; }
                # shellcheck disable=SC2086
                grep -qE "\"[^\"]*\b$id\b" $path || complain "$table: $id: no test in $file has this id in its name" ;;
            esac
        done
    done <<<"$rows"
    for id in $(grep -rhoE "\"($letter[0-9]{2}(, )?)+:? [^\"]" Tests --include='*.swift' |
        grep -oE "$letter[0-9]{2}" | sort -u); do
        grep -q "^| $id |" "$table" || complain "$table: there is no row $id, which a test names"
    done
    [ "$(wc -l <<<"$rows")" -ge "$least" ] || complain "$table: rows are missing"
}

check Network.md N 55
check Processes.md P 34
check Webhooks.md W 23
check Identity.md D 20
check Identity.md Y 3
check Security.md X 20
check Parsing.md Z 16
exit $failed
