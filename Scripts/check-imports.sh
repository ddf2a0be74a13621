#!/usr/bin/env bash
# Checks that each C library is imported in one folder only (libxml2's scanner reads feeds; its trees and XPath read
# pages), that no code of a run imports Foundation, and which modules may import which.
set -euo pipefail

failed=0
for library in $(find Sources Tests -maxdepth 1 -type d -name 'C[A-Z]*' -printf '%f\n' | sort); do
    folders=$(grep -rlE "^[a-z@_ ]*import $library\$" Sources Plugins Tests --include='*.swift' |
        cut -d/ -f1,2 | sort -u)
    [ "$library" = CLibXML2 ] && folders=$(grep -v '^Sources/FeedPages$' <<<"$folders")
    if [ "$(printf '%s' "$folders" | grep -c .)" -gt 1 ]; then
        echo "$library is imported in more than one folder:" $folders >&2
        failed=1
    fi
done

# The laboratory's OpenSSL is for tests alone.
laboratory=$(grep -rnE '^[a-z@_ ]*import (LoopbackLaboratory|MachineLaboratory|PostgreSQLLaboratory|CLoopbackTLS)$' Sources Plugins --include='*.swift' || true)
if [ -n "$laboratory" ]; then
    echo "no product may link the laboratory of the tests:" >&2
    echo "$laboratory" >&2
    failed=1
fi

foundation=$(grep -rnE '^[a-z@_ ]*import Foundation$' Sources Plugins --include='*.swift' || true)
if [ -n "$foundation" ]; then
    echo "import Foundation costs every run 2 ms and 50 MB of file:" >&2
    echo "$foundation" >&2
    failed=1
fi

# A plugin sees the stages and below, never the engine, the state or another plugin.
forbidden=$(grep -rnE '^[a-z@_ ]*import (FeedEngine|FeedState|FeedTransport|FeedCommand)$' Plugins --include='*.swift' || true)
if [ -n "$forbidden" ]; then
    echo "plugins must not import the engine:" >&2
    echo "$forbidden" >&2
    failed=1
fi

# The engine and the commands know the state by its faces; one file says what it is kept in.
database=$(grep -rnw StateDatabase Sources/FeedEngine Sources/FeedCommand --include='*.swift' |
    grep -v '^Sources/FeedCommand/Running/StateFile.swift:' || true)
if [ -n "$database" ]; then
    echo "name the protocols of the state (Sources/FeedState/Protocols), not its database:" >&2
    echo "$database" >&2
    failed=1
fi
exit $failed
