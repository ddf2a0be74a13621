#!/usr/bin/env bash
# Runs the checks that a change must pass besides the tests: format, imports, a test for each row of the tables of
# cases, no random numbers without a seed, links, a build without warnings, the libraries that it needs, the reference,
# the man pages, the public interface, pages about it, the version, what versions left behind, the recipes, the cookbook, the demo,
# a few configurations against their schema.
set -euo pipefail

failed=0
note() {
    echo "$1" >&2
    failed=1
}

# Not all at once: swift-format opens them beside each other, and a process may have 1,024 open files.
find Package.swift Sources Plugins Fuzzing Tests Examples -name .build -prune -o -name '*.swift' -print0 |
    xargs -0 -n 300 swift format lint --strict --parallel ||
    note "format: run: swift format -i --recursive Package.swift Sources Plugins Fuzzing Tests Examples"
Scripts/check-imports.sh || failed=1
Scripts/check-examples.sh || failed=1
Scripts/check-tables.sh || failed=1
Scripts/messages.py --check || failed=1
Scripts/check-chance.sh || failed=1
Scripts/check-links.py || failed=1

# Warnings are errors in every target, so a build that passes has none.
Scripts/quietly.sh "building with the import guard" \
    swift build --product kawaraban --explicit-target-dependency-import-check error || failed=1

Scripts/quietly.sh "building what tests of plugins use" swift build --target FeedTesting || failed=1

if [ $failed -eq 0 ]; then
    Scripts/check-binary.sh .build/debug/kawaraban debug || failed=1
    Scripts/public-interface.py >&2 || failed=1
    Scripts/reference.sh .build/debug/kawaraban | diff -u Documentation/Configuration.md - >&2 ||
        note "Documentation/Configuration.md is out of date: run: make reference"
    Scripts/check-manuals.sh .build/debug/kawaraban || failed=1
    Scripts/quietly.sh "making pages about the plugin API" Scripts/docs.sh .build/debug/Modules || failed=1
    Scripts/check-version.sh .build/debug/kawaraban || failed=1
    Scripts/check-recipes.py .build/debug/kawaraban || failed=1
    Scripts/check-cookbook.py .build/debug/kawaraban || failed=1
    Scripts/check-demo.sh .build/debug/kawaraban || failed=1
    Scripts/keep-version.py .build/debug/kawaraban || failed=1
    Scripts/check-schema.py .build/debug/kawaraban --count 90 || failed=1
fi
[ $failed -eq 0 ] && echo "all checks passed"
exit $failed
