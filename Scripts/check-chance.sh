#!/usr/bin/env bash
# Checks that no test uses random numbers without a seed: a failure must be reproducible. `SplitMix` of FeedTesting has
# one.
set -euo pipefail

drawn='SystemRandomNumberGenerator|\.shuffled?\(|\.randomElement\(|\.random\(|\bUUID\(\)|\barc4random'
if grep -rnE "$drawn" Tests Fuzzing --include='*.swift' | grep -v 'using: &' >&2; then
    echo "a test draws without a seed: draw from SplitMix, with \`using: &random\` in the same line" >&2
    exit 1
fi
