#!/usr/bin/env bash
# No test draws without a seed: what fails once must fail again. `SplitMix` of FeedTesting is there for it.
set -euo pipefail

drawn='SystemRandomNumberGenerator|\.shuffled?\(|\.randomElement\(|\.random\(|\bUUID\(\)|\barc4random'
if grep -rnE "$drawn" Tests Fuzzing --include='*.swift' | grep -v 'using: &' >&2; then
    echo "a test draws without a seed: draw from SplitMix, with \`using: &random\` in the same line" >&2
    exit 1
fi
