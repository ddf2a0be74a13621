#!/usr/bin/env bash
# package-deb.sh BINARY LAZY: makes the Debian packages of a release binary with symbols, in .build/package: the program,
# and its debug symbols. Both install on Debian 12 and 13. LAZY is the folder of Scripts/lazy-libraries.sh.
#
# libxml2, libcrypto, SQLite, PCRE2 and libyaml are used from the system, so that Debian mends them: their names and
# versions for programs (sonames) are the same in Debian 12 and 13. What differs between the two, libgumbo, is linked in.
# libcurl, libxml2 and libcrypto are loaded when they are needed, which dpkg-shlibdeps cannot see.
set -euo pipefail
umask 022

binary=$(realpath "$1")
lazy=$2
version=$("$binary" --version)
architecture=$(dpkg --print-architecture)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
maintainer=$(git log -1 --format='%an <%ae>')
output=$PWD/.build/package
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$output"

# The folder DEBIAN of a package whose files are in $1: $2 has the fields of its own.
control() {
    mkdir -p "$1/DEBIAN"
    {
        printf '%s\n' "$2"
        echo "Version: $version"
        echo "Architecture: $architecture"
        echo "Maintainer: $maintainer"
        echo "Priority: optional"
        echo "Installed-Size: $(find "$1/usr" -type f -printf '%s\n' | awk '{ all += $1 } END { print int(all / 1024) + 1 }')"
    } >"$1/DEBIAN/control"
    (cd "$1" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$1/DEBIAN/md5sums"
    # The files of a package have one time, so that two builds are equal.
    find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

program=$work/program
Scripts/package-tree.sh "$binary" "$program/usr"
# bash reads it and never runs it, so it is no script.
sed -i '1{/^#!/d}' "$program/usr/share/bash-completion/completions/kawaraban"
documents=$program/usr/share/doc/kawaraban
install -m 0644 Packaging/debian/copyright "$documents/copyright"
gzip -9n <CHANGELOG.md >"$documents/CHANGELOG.md.gz"
{
    echo "kawaraban ($version) unstable; urgency=medium"
    echo
    echo "  * CHANGELOG.md.gz beside this file tells what is new."
    echo
    echo " -- $maintainer  $(LC_ALL=C date --utc --date="@$SOURCE_DATE_EPOCH" '+%a, %d %b %Y %H:%M:%S +0000')"
} | gzip -9n >"$documents/changelog.gz"
chmod 0644 "$documents"/*.gz
mkdir -p "$program/usr/share/lintian/overrides" "$work/debian"
install -m 0644 Packaging/debian/lintian-overrides "$program/usr/share/lintian/overrides/kawaraban"
touch "$work/debian/control"
# A library that calls what is loaded later, so that the versions can be seen in it.
calls=$(nm --defined-only --extern-only "$lazy"/{crypto,xml2}.o | sed -n 's/.* T /-Wl,--undefined=/p')
# shellcheck disable=SC2086 # several words
cc -shared -nostdlib -o "$work/later.so" $calls -Wl,--no-as-needed -lcrypto -lxml2
libraries=$(cd "$work" && dpkg-shlibdeps -O -e program/usr/bin/kawaraban -e later.so 2>"$work/warnings" |
    sed -n 's/^shlibs:Depends=//p') ||
    { cat "$work/warnings" >&2; exit 1; }
for package in libssl3 libxml2; do
    grep -q "$package" <<<"$libraries" || { echo "no $package among: $libraries" >&2; exit 1; }
done
control "$program" "Package: kawaraban
Section: news
Depends: $libraries, libcurl4 (>= 7.88) | libcurl4t64, ca-certificates, tzdata
Suggests: default-mta | mail-transport-agent, libpq5
Description: collects feeds and delivers digests
 Kawaraban reads feeds (RSS, Atom, JSON Feed), APIs and pages, keeps what was
 seen in one SQLite file or in PostgreSQL, and delivers digests to files, standard output,
 webhooks, Slack, Discord, Teams, ntfy, Mastodon or programs, as a
 configuration says. cron or a timer of systemd runs it; no daemon and no user
 is added, and nothing is enabled.
 .
 No entry is lost and none is delivered twice, also if a run is killed."

symbols=$work/symbols
# readelf fails at a note that it does not know, such as that of libcurl.
id=$({ readelf -n "$binary" || true; } | sed -n 's/.*Build ID: //p')
debug=$symbols/usr/lib/debug/.build-id/${id:0:2}/${id:2}.debug
mkdir -p "$(dirname "$debug")"
objcopy --only-keep-debug --compress-debug-sections "$binary" "$debug"
chmod 0644 "$debug"
mkdir -p "$symbols/usr/share/doc"
ln -s kawaraban "$symbols/usr/share/doc/kawaraban-dbgsym"
control "$symbols" "Package: kawaraban-dbgsym
Source: kawaraban
Auto-Built-Package: debug-symbols
Section: debug
Depends: kawaraban (= $version)
Build-Ids: $id
Description: debug symbols for kawaraban"

for tree in "$program" "$symbols"; do
    dpkg-deb --build --root-owner-group -Zxz "$tree" "$output" >/dev/null
done
ls -l --block-size=1 "$output/kawaraban_${version}_$architecture.deb" \
    "$output/kawaraban-dbgsym_${version}_$architecture.deb" | awk '{ print $5, $9 }'
