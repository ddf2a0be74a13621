#!/usr/bin/env bash
# Checks that every row of the tables of cases has a test in each file that it names, and that no test has an id without
# a row. A name with a slash is a program that tries the case; its text must contain the row's id, too. A row that
# cannot apply here has `-`.
set -euo pipefail

failed=0
complain() {
    echo "$1" >&2
    failed=1
}

# check LETTER ROWS PAGE…: ids are the letter and two digits; the pages have at least so many rows, none of them twice.
check() {
    local letter=$1 least=$2 rows id files file path table
    shift 2
    local pages=("${@/#/Documentation/}")
    table="${pages[*]}"
    rows=$(sed -nE "s/^\| ($letter[0-9]+) \|.*\| ([^|]*) \|\$/\1 \2/p" "${pages[@]}" | tr -d ',`')
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
        grep -q "^| $id |" "${pages[@]}" || complain "$table: there is no row $id, which a test names"
    done
    for id in $(cut -d' ' -f1 <<<"$rows" | sort | uniq -d); do complain "$table: row $id stands there twice"; done
    [ "$(wc -l <<<"$rows")" -ge "$least" ] || complain "$table: rows are missing"
}

check N 55 Network.md
check P 48 Processes.md Programs.md
check J 16 JSON.md
check H 11 HTML.md
check W 23 Webhooks.md
check M 26 MailTransport.md
check D 20 Identity.md
check Y 3 Identity.md Politeness.md Delivery.md Health.md Operations.md Configuration.md Page.md
check X 20 Security.md
check Z 16 Parsing.md
check U 5 Politeness.md Operations.md Matching.md Webhooks.md Page.md
exit $failed
