#!/usr/bin/env bash
# demo.sh BINARY: makes a page from recorded responses in ./demo-output, and says how to open it. A second run shows that
# nothing comes twice. Every line fits 80 columns, but for paths, which are never broken.
set -euo pipefail

binary=$(realpath "$1")
output=demo-output
words=$(mktemp)
trap 'rm -f "$words"' EXIT

# Whatever the page, its companion and the other files hold.
mark() { find "$output" \( -name 'morning-*' -o -name archive.jsonl \) -exec cksum {} + | sort; }
number() { grep -o "\"$1\":[0-9]*" "$output/report.json" | head -1 | cut -d: -f2; }
# The address of a file, for the address line of a browser.
address() {
    local LC_ALL=C path=$1 index one
    printf 'file://'
    for ((index = 0; index < ${#path}; index++)); do
        one=${path:index:1}
        case $one in
            [A-Za-z0-9/._~-]) printf '%s' "$one" ;;
            *) printf '%%%02X' "$((0x$(printf '%s' "$one" | od -An -tx1 | tr -d ' \n')))" ;;
        esac
    done
    echo
}

is_again=
[ ! -e "$output/demo.sqlite" ] || is_again=yes
mkdir -p "$output"
cp -R Examples/demo/. "$output/"
before=$(mark)
status=0
(cd "$output" && "$binary" run --replay recorded --state demo.sqlite --report report.json) >"$words" 2>&1 || status=$?
if [ $status -gt 1 ]; then
    cat "$words" >&2
    exit $status
fi
if [ "$(number delivered)" = 0 ] && [ "$(mark)" != "$before" ]; then
    echo "the files have changed although nothing was delivered: this is a mistake of ours" >&2
    exit 70
fi

page=$(find "$output/digests" -name '*.html' ! -name '*-omitted.html' -print -quit)
name=$(basename "$page")
digest=${page%.html}.md
omitted=${page%.html}-omitted.html
entries=$(grep -o ' id="e-' "$page" | wc -l || true)

echo
echo "The page: $page ($entries entries)"
echo
echo "  to open it   xdg-open $page"
echo "  or           $(address "$(realpath "$page")")"
echo "  from afar    python3 -m http.server -d $output/digests 8000"
echo "               then open http://THIS-MACHINE:8000/$name"
echo
if [ "$(number delivered)" -gt 0 ]; then
    echo "It was made from ten feeds of five kinds (qiita, google_news, zenn, hatena and"
    echo "feed), without network: the servers' answers are in Examples/demo/recorded."
elif [ -n "$is_again" ]; then
    echo "Nothing was delivered twice: the same answers brought no new entry, and the"
    echo "files are the same, byte for byte."
fi
echo
echo "\$ cd $output && kawaraban run --replay recorded --state demo.sqlite"
cat "$words"
case $status in
    0)
        echo "(Exit status 0: \"machinaka\" still fails, as it is meant to, but that was told.)"
        ;;
    1)
        echo "(The failure is meant: in these answers the site of \"machinaka\" has moved away,"
        echo " to show how a failing source is told: once here, and at the page's foot. All"
        echo " others are delivered. Hence exit status 1.)"
        ;;
esac
echo
echo "Beside the page:"
[ ! -e "$omitted" ] || echo "  left out, and why  $omitted"
echo "  as Markdown        $digest"
echo "  for programs       $output/archive.jsonl"
echo "  configuration      $output/config.yaml"
echo
if [ "$(number delivered)" -gt 0 ]; then
    echo "The newest of the $(number new) entries, on the terminal:"
    echo
    echo "\$ kawaraban list --limit 8"
    (cd "$output" && COLUMNS=80 "$binary" list --quiet --limit 8 --state demo.sqlite) 2>&1
    echo
    echo "Run the demo again: nothing is delivered twice."
else
    echo "Remove $output to start over."
fi
