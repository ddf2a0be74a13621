#!/usr/bin/env bash
# reproducible.sh: makes the packages and the archive of the latest commit twice, in two new folders, and compares their
# bytes. Takes as long as two release builds. KEEP=yes leaves the folders of what differs.
set -euo pipefail

root=$PWD
work=$(mktemp -d "${TMPDIR:-/var/tmp}/kawaraban-twice.XXXXXX")
trap '[ -n "${KEEP:-}" ] || rm -rf "$work"' EXIT

for folder in one another-folder; do
    git clone --quiet "$root" "$work/$folder"
    # What is fetched need not be fetched again.
    mkdir "$work/$folder/.build"
    for part in checkouts repositories workspace-state.json; do cp -R "$root/.build/$part" "$work/$folder/.build/"; done
    cp "$root/Package.resolved" "$work/$folder/"
    echo "in $folder:"
    (cd "$work/$folder" && umask "$([ $folder = one ] && echo 022 || echo 077)" && make --no-print-directory deb archive)
done

failed=0
cd "$work/one/.build/package"
for file in *.deb *.tar.zst; do
    if cmp "$file" "$work/another-folder/.build/package/$file"; then
        echo "same: $(sha256sum "$file")"
    else
        failed=1
    fi
done
exit $failed
