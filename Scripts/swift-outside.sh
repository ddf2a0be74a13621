#!/usr/bin/env bash
# swift-outside.sh COMMAND PACKAGE …: `swift build` or `swift test` for a package that depends on this one, in the build
# folder of this one, so that what both need is built once.
set -euo pipefail
cd "$(dirname "$0")/.."

command=$1
package=$2
shift 2
# SwiftPM keeps the plan of the last build there, and does not see that the plan is another package's.
trap 'rm -f .build/debug.yaml' EXIT
swift "$command" --package-path "$package" --scratch-path .build --disable-build-manifest-caching "$@"
