#!/usr/bin/env bash
# demo.sh BINARY: makes a digest from recorded answers in ./demo-output. A second time it shows that nothing comes twice.
set -euo pipefail

binary=$(realpath "$1")
output=demo-output

echo "copying Examples/demo to $output: a configuration, and answers of five kinds of sources, recorded as text"
mkdir -p "$output"
cp -R Examples/demo/. "$output/"

echo "running, without network: kawaraban run --replay recorded --state demo.sqlite"
# One source of the demo has moved away; status 1 tells so, at the first run only.
(cd "$output" && "$binary" run --replay recorded --state demo.sqlite --report report.json) || [ $? -eq 1 ]

number() { grep -o "\"$1\":[0-9]*" "$output/report.json" | head -1 | cut -d: -f2; }
echo
echo "$(number loaded) sources brought $(number entries) entries, $(number new) of them new; $(number delivered) were delivered"
if [ "$(number delivered)" -eq 0 ]; then
    echo "nothing is delivered twice: remove $output to start over"
fi

digest=$(find "$output" -name '*.md' -newer Makefile -print -quit)
[ -n "$digest" ] || digest=$(find "$output" -name '*.md' -print -quit)
page=$(find "$output" -name '*.html' -print -quit)
echo
echo "Markdown: $digest"
echo "HTML:     $page"
echo
head -n 24 "$digest"
echo "…"
