#!/usr/bin/env bash
# package-tree.sh BINARY FOLDER: fills FOLDER with what packages of Kawaraban hold, laid out as below /usr: the binary
# without symbols, its man pages, completions and schema, units for systemd, examples, pages.
set -euo pipefail
umask 022

binary=$1
folder=$2
documents=$folder/share/doc/kawaraban
examples=$documents/examples

install -D -m 0755 "$binary" "$folder/bin/kawaraban"
strip "$folder/bin/kawaraban"

# What the program says of itself, in its languages.
mkdir -p "$folder"/share/{man,man/ja}/{man1,man5} "$folder"/share/{bash-completion/completions,zsh/vendor-completions} \
    "$folder"/share/{fish/vendor_completions.d,kawaraban}
LC_ALL=C.UTF-8 Scripts/manual.py "$binary" | gzip -9n >"$folder/share/man/man1/kawaraban.1.gz"
LC_ALL=C.UTF-8 Scripts/manual-of-configuration.py "$binary" | gzip -9n >"$folder/share/man/man5/kawaraban.5.gz"
env LC_ALL=ja_JP.UTF-8 Scripts/manual.py "$binary" | gzip -9n >"$folder/share/man/ja/man1/kawaraban.1.gz"
env LC_ALL=ja_JP.UTF-8 Scripts/manual-of-configuration.py "$binary" |
    gzip -9n >"$folder/share/man/ja/man5/kawaraban.5.gz"
export LC_ALL=C.UTF-8
"$binary" --generate-completion-script bash >"$folder/share/bash-completion/completions/kawaraban"
"$binary" --generate-completion-script zsh >"$folder/share/zsh/vendor-completions/_kawaraban"
"$binary" --generate-completion-script fish >"$folder/share/fish/vendor_completions.d/kawaraban.fish"
"$binary" schema >"$folder/share/kawaraban/schema.json"

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
