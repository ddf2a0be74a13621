#!/usr/bin/env bash
# docs.sh MODULES [OUTPUT]: makes pages about the plugin API with DocC, from the folder MODULES of a debug build
# (.build/debug/Modules), in OUTPUT (.build/docs). A warning is an error: for a broken link, or for a parameter without
# documentation. The code of the walk-through is compiled.
set -euo pipefail

modules=$1
output=${2:-.build/docs}
catalogue=Documentation/PluginAPI.docc
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

maps=(-I "$modules" -I /usr/include/libxml2)
for map in Sources/C*/module.modulemap "$modules"/../*.build/module.modulemap; do
    [ -e "$map" ] && maps+=(-Xcc "-fmodule-map-file=$map")
done

mkdir "$work/graphs"
for module in FeedModel FeedConfiguration FeedStages FeedPosting FeedTesting; do
    swift-symbolgraph-extract -module-name "$module" "${maps[@]}" -target "$(uname -m)-unknown-linux-gnu" \
        -minimum-access-level public -output-dir "$work/graphs"
done

# The first block of the walk.
awk '/^```/ { inside = /swift/ && !blocks++; next } inside' "$catalogue/ASource.md" >"$work/ArchiveSource.swift"
swiftc -typecheck -swift-version 6 -warnings-as-errors "${maps[@]}" "$work/ArchiveSource.swift"

docc convert "$catalogue" --additional-symbol-graph-dir "$work/graphs" --warnings-as-errors --output-dir "$work/docs" \
    --fallback-display-name Kawaraban --fallback-bundle-identifier kawaraban.plugins
rm -rf "$output"
mv "$work/docs" "$output"
