#!/usr/bin/env bash
# Checks that the Swift code in Documentation/WritingPlugins.md is the code of Examples/OwnPlugins, which is built,
# tested and run, and that each plugin is shorter than 60 lines.
set -euo pipefail

example=Examples/OwnPlugins
for file in "$example"/Sources/own-kawaraban/*.swift "$example"/Tests/OwnKawarabanTests/*.swift; do
    if ! FILE="$file" awk '
        BEGIN { while ((getline line < ENVIRON["FILE"]) > 0) wanted = wanted line "\n" }
        { text = text $0 "\n" }
        END { exit index(text, "```swift\n" wanted "```") ? 0 : 1 }
    ' Documentation/WritingPlugins.md; then
        echo "Documentation/WritingPlugins.md does not show $file as it is" >&2
        exit 1
    fi
done
for file in "$example"/Sources/own-kawaraban/*.swift; do
    lines=$(wc -l <"$file")
    if [ "$lines" -ge 60 ]; then
        echo "$file has $lines lines; an example that is read in one go has fewer than 60" >&2
        exit 1
    fi
done
