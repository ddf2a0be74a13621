#!/usr/bin/env bash
# package-archive.sh BINARY: makes a relocatable archive of a binary that needs no library but those of the C library,
# and libcurl, which it loads: .build/package/kawaraban-VERSION-linux-ARCHITECTURE.tar.zst.
set -euo pipefail
umask 022

binary=$(realpath "$1")
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
name=kawaraban-$("$binary" --version)-linux-$(uname -m)
output=$PWD/.build/package
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$output"

Scripts/package-tree.sh "$binary" "$work/$name"
licences=$work/$name/share/doc/kawaraban/licences
mkdir -p "$licences"
cp LICENSE "$licences/kawaraban"
cp "$(dirname "$(realpath "$(command -v swiftc)")")/../share/swift/LICENSE.txt" "$licences/swift"
for checkout in .build/checkouts/*; do cp "$checkout/LICENSE.txt" "$licences/$(basename "$checkout")"; done
# What Scripts/archive-libraries.sh links in, as Debian describes it.
for package in libxml2-dev libyaml-dev libsqlite3-dev libpcre2-dev libssl-dev libgumbo-dev zlib1g-dev liblzma-dev; do
    cp "/usr/share/doc/$package/copyright" "$licences/${package%-dev}"
done
cp /usr/share/doc/gcc-*-base/copyright "$licences/libstdc++"
cp CHANGELOG.md "$work/$name/share/doc/kawaraban/"
chmod -R u=rwX,go=rX "$work/$name"

tar --create --directory="$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
    --format=gnu "$name" | zstd -19 --threads=1 --quiet --force -o "$output/$name.tar.zst"
ls -l --block-size=1 "$output/$name.tar.zst" | awk '{ print $5, $9 }'
