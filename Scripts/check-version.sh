#!/usr/bin/env bash
# check-version.sh BINARY: checks that the code has the version in one place, and that the program, the changelog and
# SECURITY.md have the same one.
set -euo pipefail

place=Sources/FeedCommand/KawarabanVersion.swift
version=$(sed -nE 's/^ *static let current = "([0-9]+\.[0-9]+\.[0-9]+)"$/\1/p' "$place")
failed=0
complain() {
    echo "$1" >&2
    failed=1
}

if [ -z "$version" ]; then
    echo "$place has no version such as 0.1.0" >&2
    exit 1
fi
if grep -rnF "\"$version" Sources Plugins --include='*.swift' | grep -v "^$place:" >&2; then
    complain "the version stands in $place alone: use KawarabanVersion.current"
fi
heading=$(grep -m1 '^## ' CHANGELOG.md)
[[ $heading =~ ^"## $version ("(unreleased|[0-9]{4}-[0-9]{2}-[0-9]{2})")"$ ]] ||
    complain "CHANGELOG.md begins with \"$heading\", not with \"## $version (unreleased)\" or a date; $place has $version"
grep -qF "(now ${version%.*})" SECURITY.md || complain "SECURITY.md does not name ${version%.*} as the newest minor version"
printed=$("$1" --version)
[ "$printed" = "$version" ] || complain "$1 --version prints $printed, not $version"
exit $failed
