#!/usr/bin/env bash
# demo.sh BINARY: makes a digest from recorded responses in ./demo-output. A second run shows that nothing comes twice.
set -euo pipefail

binary=$(realpath "$1")
output=demo-output

if [ -e "$output/demo.sqlite" ]; then
    echo "Running the demo again in $output, on the same answers. All of them have been delivered before."
else
    echo "This demo collects ten feeds of five kinds (qiita, google_news, zenn, hatena, feed) into one digest."
    echo "It needs no network: the servers' answers are text files, in Examples/demo/recorded."
fi
mkdir -p "$output"
cp -R Examples/demo/. "$output/"

mark() { find "$output" \( -name 'morning-*' -o -name archive.jsonl \) -exec cksum {} + | sort; }
before=$(mark)

echo
echo "\$ cd $output && kawaraban run --replay recorded --state demo.sqlite"
status=0
(cd "$output" && "$binary" run --replay recorded --state demo.sqlite --report report.json) || status=$?
case $status in
    0) echo "(exit status 0; \"machinaka\" still fails, as it is meant to, but that has been told)" ;;
    1)
        echo "(The failure is meant: the site of \"machinaka\" (まちなか写真館) has moved away in these answers, to show how a"
        echo " failing source is told: once here, and at the digest's foot. All others are delivered. Hence exit status 1.)"
        ;;
    *) exit $status ;;
esac

number() { grep -o "\"$1\":[0-9]*" "$output/report.json" | head -1 | cut -d: -f2; }
digest=$(find "$output/digests" -name '*.md' -print -quit)
page=$(find "$output/digests" -name '*.html' -print -quit)
entries=$(grep -c '^### ' "$digest")
archived=$(wc -l <"$output/archive.jsonl")
echo
if [ "$(number delivered)" -gt 0 ]; then
    echo "$(number loaded) of $(number sources) sources answered with $(number new) new entries. $entries are in the digest;" \
        "advertisements, and what two sources brought, were left out."
elif [ "$(mark)" = "$before" ]; then
    echo "Nothing was delivered twice: there was no new entry, and the files are the same, byte for byte."
else
    echo "the files have changed although nothing was delivered: this is a mistake of ours" >&2
    exit 70
fi
echo
echo "  the digest      $digest ($entries entries)"
echo "  for a browser   $page"
echo "  for programs    $output/archive.jsonl ($archived entries, one a line)"
echo "  configuration   $output/config.yaml"
echo
if [ "$(number delivered)" -gt 0 ]; then
    echo "The digest has a section for each source; of each, here is the beginning:"
    echo
    awk '
        /^$/ { next }
        /^---$/ { isFoot = 1; print "  |" }
        /^## / { print "  |"; blocks = 0; isInSection = 1 }
        !isInSection || isFoot || blocks++ < 4 { print "  | " $0 }
    ' "$digest"
    echo
    echo "Run it again: nothing will be delivered twice."
else
    echo "Remove $output to start over."
fi
