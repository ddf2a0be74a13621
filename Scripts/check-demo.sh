#!/usr/bin/env bash
# check-demo.sh BINARY: whether the demo names its page first and delivers nothing twice, and both README files know it.
set -euo pipefail

binary=$(realpath "$1")
root=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$root/Examples" "$folder/Examples"
cd "$folder"

failed=0
note() {
    echo "demo: $1" >&2
    failed=1
}

"$root/Scripts/demo.sh" "$binary" >first
"$root/Scripts/demo.sh" "$binary" >second
for time in first second; do
    page=$(sed -n '/./ { s/^The page: \([^ ]*\) ([1-9].*/\1/p; q; }' $time)
    [ -f "$page" ] || note "what the $time run prints does not begin with a page"
done
grep -q '^Nothing was delivered twice' second || note "the second run delivers something, or does not say that it does not"
for file in README.md README.ja.md; do
    grep -qF "\`$page\`" "$root/$file" || note "$file does not name $page"
    grep -qF '](Documentation/page.png)' "$root/$file" || note "$file does not show the page"
done
# Paths, what kawaraban prints and its list are as long as they are.
wide=$(grep -hv -e 'demo-output/' -e '^kawaraban: ' -e '^e[0-9]' first second | awk 'length > 80' || true)
[ -z "$wide" ] || note "wider than 80 columns: $wide"
exit $failed
