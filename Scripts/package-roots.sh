#!/usr/bin/env bash
# package-roots.sh: tries the newest packages in .build/package where nothing else is: in bare Debian 12 and 13, made
# by mmdebstrap from this machine's mirror. Runs as root. Installs, makes the first digest of recorded answers as a new
# user, removes; runs the archive without libcurl, and with it; lets cron deliver. Then it asks lintian and systemd, and
# prints sizes and what the binaries need.
set -euo pipefail

[ "$(id -u)" -eq 0 ] || { echo "run it as root: it makes whole Debian systems and changes into them" >&2; exit 77; }
packages=$PWD/.build/package
deb=$(find "$packages" -name 'kawaraban_*.deb')
archive=$(find "$packages" -name 'kawaraban-*.tar.zst')
work=$(mktemp -d "${TMPDIR:-/var/tmp}/kawaraban-roots.XXXXXX")
trap 'rm -rf "$work"' EXIT
failed=0
fault() {
    echo "FAULT: $1" >&2
    failed=1
}
# Runs a script in $root, with proc of its own.
inside() {
    unshare --mount --pid --fork bash -c \
        'mount -t proc proc "$1/proc" && exec chroot "$1" /usr/bin/env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
            LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive bash -euo pipefail -c "$2"' _ "$root" "$1"
}
# Every file of $root but those in which apt, dpkg and ldconfig write down what they did.
files() {
    (cd "$root" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./tmp -o -path ./home \
        -o -path ./var/cache -o -path ./var/log -o -path ./var/lib/apt -o -path './var/lib/dpkg' \) -prune -o -print) | sort
}
# What a new user does, on answers that come with the package: $1 is where they lie, $2 the program.
first() {
    echo "mkdir ~/news && cd ~/news
        $2 init qiita:tag:Swift zenn:swift hatena:it https://kumo-lab.example/feed.xml --at 07:00 \
            --to 'digests/{{pipeline}}-{{date}}.html' --replay $1 --state first.sqlite
        ls -l digests"
}
# The next run on the same answers.
again() {
    echo "cd ~/news
        cksum digests/* >before
        $2 run news --replay $1 --state first.sqlite --report report.json
        cksum digests/* | cmp - before
        grep -o '\"delivered\":[0-9]*' report.json | sort -u"
}
answers=share/doc/kawaraban/examples/demo/recorded
# Runs a script in $root as a user who is not root.
reader() {
    inside "setpriv --reuid=1000 --regid=1000 --clear-groups env HOME=/home/reader \
        bash -euo pipefail -c $(printf %q "$1")"
}
# Makes $root, a new bare Debian for a suite, from $kept.
fresh() {
    root=$work/$1
    rm -rf "$root"
    mkdir "$root"
    tar -C "$root" -xf "$kept" --exclude='./dev/*'
    for device in null:3 zero:5 random:8 urandom:9; do
        mknod -m 666 "$root/dev/${device%:*}" c 1 "${device#*:}"
    done
    cp -L /etc/resolv.conf "$root/etc/"
    mkdir -p "$root/home/reader"
    chown 1000:1000 "$root/home/reader"
    cp "$deb" "$root/tmp/"
}

for suite in bookworm trixie; do
    echo
    echo "== $suite"
    kept=$packages/$suite.tar
    [ -f "$kept" ] || Scripts/quietly.sh "making a bare $suite" mmdebstrap --variant=minbase "$suite" "$kept"
    fresh "$suite"
    mkdir -p "$root/opt"
    tar -C "$root/opt" --zstd -xf "$archive"
    place=/opt/$(basename "$archive" .tar.zst)
    program=$place/bin/kawaraban

    echo "-- the archive, without libcurl"
    inside "if command -v cc gcc clang swift || ldconfig -p | grep libcurl; then exit 1; fi" || fault "it is not bare"
    inside "cp -R $place/share/doc/kawaraban/examples /tmp/ && cd /tmp/examples
        $program check -c demo/config.yaml
        $program parse Recipes/mail/feed.xml --format text | sed -n 1,3p
        $program run -c demo/config.yaml || echo \"exit status \$?\"" 2>&1 | tee "$work/words" ||
        fault "the archive does not run"
    grep -q 'install the package libcurl4' "$work/words" || fault "run does not name the package of libcurl"
    rm -rf "$root/tmp/examples"

    echo "-- the package"
    inside "apt-get update -q" >/dev/null
    files >"$work/before"
    started=$(date +%s)
    inside "apt-get install -y -q --no-install-recommends /tmp/$(basename "$deb")" >"$work/log" 2>&1 ||
        { tail "$work/log" >&2; fault "apt cannot install the package"; continue; }
    reader "$(first "/usr/$answers" kawaraban)" || fault "no first digest"
    seconds=$(($(date +%s) - started))
    inside "if command -v cc gcc clang swift; then exit 1; fi" || fault "there is a compiler"
    echo "from apt-get install to the digest: $seconds s; $(grep -c '^Setting up' "$work/log") packages, no compiler"
    [ "$seconds" -le 60 ] || fault "that was more than 60 s"
    news=$root/home/reader/news
    [ -n "$(find "$news/digests" -name '*.html' -size +10k)" ] || fault "there is no digest"
    grep -q 'schema=/usr/share/kawaraban/schema.json$' "$news/config.yaml" || fault "no schema is named"
    reader "$(again "/usr/$answers" kawaraban)" >"$work/words" || fault "the second run fails, or changes files"
    echo "the second run: $(cat "$work/words")"
    [ "$(cat "$work/words")" = '"delivered":0' ] || fault "the second run delivers something"
    inside "ls /etc/systemd/system/timers.target.wants /etc/systemd/user/timers.target.wants 2>/dev/null" | grep kawaraban &&
        fault "a timer is enabled"
    inside "apt-get purge -y -q kawaraban" >>"$work/log" 2>&1
    files >"$work/purged"
    if grep -i kawaraban "$work/purged" | grep -v '^./opt/'; then fault "purge leaves these files"; fi

    echo "-- the archive, with libcurl"
    rm -rf "$news"
    reader "$(first "$place/$answers" "$program")" || fault "the archive makes no first digest"
    grep -q "schema=$place/share/kawaraban/schema.json\$" "$news/config.yaml" || fault "no schema is named"
    reader "$(again "$place/$answers" "$program")" >"$work/words" || fault "its second run fails, or changes files"
    [ "$(cat "$work/words")" = '"delivered":0' ] || fault "its second run delivers something"

    # apt itself suggests ca-certificates, and would keep it.
    inside "apt-get purge -y -q ca-certificates; apt-get autoremove --purge -y -q" >>"$work/log" 2>&1
    rm -f "$root/tmp/$(basename "$deb")"
    # Those of packages that apt keeps because a package of the bare system suggests them are Debian's.
    sed -E 's#^/(lib|lib64|bin|sbin)/#/usr/\1/#; s#^#.#' "$root"/var/lib/dpkg/info/*.list | sort -u >"$work/packaged"
    files | comm -13 "$work/before" - | comm -23 - "$work/packaged" >"$work/left"
    echo "left after purge and autoremove, of no package: $(wc -l <"$work/left") files"
    [ ! -s "$work/left" ] || fault "files are left"
    sed -n '1,20s/^/  /p' "$work/left"

    echo "-- the package, and cron"
    fresh "$suite"
    started=$(date +%s)
    inside "apt-get update -q && apt-get install -y -q --no-install-recommends cron /tmp/$(basename "$deb")
        useradd --no-create-home --uid 1000 reader" >"$work/log" 2>&1 || { tail "$work/log" >&2; fault "no cron"; continue; }
    reader "mkdir ~/news && cd ~/news
        kawaraban init file:path=/usr/share/doc/kawaraban/examples/Recipes/mail/feed.xml --at '* * * * *' \
            --to digests/news.html --no-run
        kawaraban cron --install" >"$work/words" 2>&1 || { cat "$work/words" >&2; fault "cron takes no line"; }
    # cron begins at a full minute.
    inside "cron
        for second in {1..130}; do [ ! -e /home/reader/news/digests/news.html ] || exit 0; sleep 1; done
        exit 1" || fault "cron delivers nothing"
    echo "from apt-get update to what cron delivers: $(($(date +%s) - started)) s"
done

echo
echo "== lintian"
lintian --fail-on error,warning --tag-display-limit 0 "$packages"/*.deb || fault "lintian finds errors or warnings"
# Shown ones would count as found.
lintian --show-overrides --tag-display-limit 0 "$packages"/*.deb
overrides=$(grep -c '^[^#]' Packaging/debian/lintian-overrides)
echo "overrides: $overrides"
[ "$overrides" -le 2 ] || fault "more than 2 overrides"

echo
echo "== systemd"
units=$work/units
mkdir "$units"
cp Packaging/systemd/*/* "$units/"
tar -C "$work" --zstd -xf "$archive"
sed -i "s|/usr/bin/kawaraban|$(echo "$work"/kawaraban-*/bin/kawaraban)|" "$units"/*.service
XDG_RUNTIME_DIR=$work systemd-analyze verify --user "$units/kawaraban.service" "$units/kawaraban.timer" \
    "$units/kawaraban-work.service" ||
    fault "the user units"
systemd-analyze verify "$units/kawaraban@.service" "$units/kawaraban@.timer" "$units/kawaraban-work@.service" ||
    fault "the system units"
systemd-analyze security --offline=yes --threshold=25 "$units/kawaraban@.service" >"$work/log" ||
    fault "the sandbox is weaker than 2.5"
tail -1 "$work/log"

echo
echo "== sizes in bytes, and what the binaries need"
dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$work" ./usr/bin/kawaraban
for binary in "$work/usr/bin/kawaraban" "$work"/kawaraban-*/bin/kawaraban; do
    echo "${binary#"$work"/}: $(stat -c %s "$binary")"
    readelf -d "$binary" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/  \1/p'
    echo "  $(readelf --dyn-syms --wide "$binary" | grep -oE 'GLIBC_2\.[0-9]+' | sort -Vu | tail -1)"
done
stat -c '%s %n' "$packages"/*.deb "$archive" | sed "s|$packages/||"
exit $failed
