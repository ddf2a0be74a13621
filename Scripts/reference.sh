#!/usr/bin/env bash
# reference.sh BINARY: prints the new Documentation/Configuration.md: its hand-written part, then every stage's manual.
set -euo pipefail

sed '/^<!-- generated/q' Documentation/Configuration.md
# In English, whatever this machine speaks.
LC_ALL=C "$1" plugins --markdown
