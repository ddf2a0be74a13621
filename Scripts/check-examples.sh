#!/usr/bin/env bash
# The Swift code that Documentation/WritingPlugins.md shows is the code of Examples/OwnSource, which is built and run.
set -euo pipefail

example=Examples/OwnSource/Sources/own-kawaraban
for file in "$example"/*.swift; do
    if ! FILE="$file" awk '
        BEGIN { while ((getline line < ENVIRON["FILE"]) > 0) wanted = wanted line "\n" }
        { text = text $0 "\n" }
        END { exit index(text, "```swift\n" wanted "```") ? 0 : 1 }
    ' Documentation/WritingPlugins.md; then
        echo "Documentation/WritingPlugins.md does not show $file as it is" >&2
        exit 1
    fi
done
