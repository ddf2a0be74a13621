#!/usr/bin/env bash
# picture.sh BINARY: makes Documentation/page.png anew, which the README files show: the page that `make demo` makes, as
# Chromium shows it. Answers and clock are recorded, so that only another page, font or browser makes another picture.
set -euo pipefail

binary=$(realpath "$1")
picture=Documentation/page.png
width=1280
height=900
most_bytes=$((250 * 1024))

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -R Examples/demo/. "$folder/"
# A source of the demo has moved away, to show how that is told: 1.
(cd "$folder" && "$binary" run --replay recorded --state demo.sqlite >"$folder/log" 2>&1) || [ $? -eq 1 ] || {
    cat "$folder/log" >&2
    exit 1
}
page=$(find "$folder/digests" -name '*.html' ! -name '*-omitted.html' -print -quit)

# Two pixels a point for sharp letters; the network is out of reach. The names of the options are Chromium's.
chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --no-first-run --disable-background-networking \
    --disable-component-update --host-resolver-rules='MAP * ~NOTFOUND' --user-data-dir="$folder/profile" \
    --force-device-scale-factor=2 --window-size=$width,$height --screenshot="$folder/page.png" \
    "file://$page" >"$folder/log" 2>&1 || {
    tail -5 "$folder/log" >&2
    exit 1
}
# A page of text has few colours.
for colours in 32 16 8; do
    pngquant --speed 1 --strip --force --output "$folder/small.png" $colours "$folder/page.png"
    bytes=$(stat -c %s "$folder/small.png")
    [ "$bytes" -gt $most_bytes ] || break
done
if [ "$bytes" -gt $most_bytes ]; then
    echo "the picture has $bytes bytes, more than $most_bytes: $picture stays as it is" >&2
    exit 1
fi
install -m 0644 "$folder/small.png" "$picture"
echo "wrote $picture: $((2 * width)) × $((2 * height)) pixels, $colours colours, $((bytes / 1024)) KiB"
