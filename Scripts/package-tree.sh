#!/usr/bin/env bash
# package-tree.sh BINARY FOLDER: fills FOLDER with what packages of Kawaraban hold, laid out as below /usr: the binary
# without symbols, units for systemd, examples, pages.
set -euo pipefail
umask 022

binary=$1
folder=$2
documents=$folder/share/doc/kawaraban
examples=$documents/examples

install -D -m 0755 "$binary" "$folder/bin/kawaraban"
strip "$folder/bin/kawaraban"

# Nobody's timer is started by installing this.
for unit in Packaging/systemd/*/*; do
    install -D -m 0644 "$unit" "$folder/lib/systemd/${unit#Packaging/systemd/}"
done

mkdir -p "$examples"
cp -R Examples/Cookbook Examples/Recipes Examples/demo "$examples/"
# What a build left there, and what only our checks read.
find "$examples" \( -name .build -o -name 'expected*' \) -prune -exec rm -rf {} +
for page in Documentation/*.md; do sed 's|](../Examples/|](examples/|g' "$page" >"$documents/${page#*/}"; done
install -m 0644 Documentation/page.png "$documents/"

# The same rights on every machine, whatever its umask; what can be run stays so.
chmod -R u=rwX,go=rX "$folder"
