#!/usr/bin/env bash
# reproducible.sh: makes the packages and the archive of the latest commit twice, from two new clones, and compares their
# bytes. Takes as long as two release builds.
#
# Both are built in one folder, which is the same on every machine. In another folder the program is the same but for
# its build id: Swift's debug symbols have names of compiled C modules in them that depend on the folder.
set -euo pipefail

root=$PWD
folder=/var/tmp/kawaraban-build
results=$(mktemp -d)
mkdir "$folder" || { echo "remove $folder: is another build at work there?" >&2; exit 75; }
trap 'rm -rf "$folder" "$results"' EXIT

for time in first second; do
    rm -rf "$folder"
    git clone --quiet "$root" "$folder"
    # What is fetched need not be fetched again.
    mkdir "$folder/.build"
    for part in checkouts repositories workspace-state.json; do cp -R "$root/.build/$part" "$folder/.build/"; done
    cp "$root/Package.resolved" "$folder/"
    echo "the $time time:"
    (cd "$folder" && umask "$([ $time = first ] && echo 022 || echo 077)" && make --no-print-directory deb archive)
    mkdir "$results/$time"
    cp "$folder"/.build/package/*.{deb,zst} "$results/$time/"
done

failed=0
cd "$results/first"
for file in *; do
    if cmp "$file" "../second/$file"; then echo "same: $(sha256sum "$file")"; else failed=1; fi
done
exit $failed
