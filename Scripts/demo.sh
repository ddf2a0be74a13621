#!/usr/bin/env bash
# demo.sh BINARY: makes a digest from recorded answers in ./demo-output. A second time it shows that nothing comes twice.
set -euo pipefail

binary=$(realpath "$1")
output=demo-output

echo "copying Examples/demo to $output: a configuration, and answers of five kinds of sources, recorded as text"
mkdir -p "$output"
cp -R Examples/demo/. "$output/"

echo "running, without network: kawaraban run --replay recorded --state demo.sqlite"
status=0
(cd "$output" && "$binary" run --replay recorded --state demo.sqlite --report report.json) || status=$?
case $status in
    0) ;;
    1) echo "(exit status 1: one of the sources has moved away, on purpose; it is told once)" ;;
    *) exit $status ;;
esac

number() { grep -o "\"$1\":[0-9]*" "$output/report.json" | head -1 | cut -d: -f2; }
echo
if [ "$(number delivered)" -gt 0 ]; then
    echo "$(number loaded) sources brought $(number new) new entries; $(number delivered) deliveries to three files"
    echo "run it again: nothing will be delivered twice"
else
    echo "nothing new, and nothing was delivered twice (remove $output to start over)"
fi

digest=$(find "$output" -name '*.md' -print -quit)
page=$(find "$output" -name '*.html' -print -quit)
echo
echo "Markdown: $digest"
echo "HTML:     $page"
echo
head -n 24 "$digest"
echo "…"
