#!/bin/sh
# Prints config.yaml: a source for each line of feeds.txt.
set -eu
cat <<'END'
version: 1
settings:
  timezone: Asia/Tokyo
defaults:
  refresh: auto                      # each feed at its own rhythm
  first_run: 5
sources:
END
grep -v '^#' feeds.txt | while read -r name url; do
    echo "  $name: { type: feed, url: \"$url\" }"
done
cat <<'END'
sinks:
  page: { type: file, path: "digests/{{date}}.html", format: html }
pipelines:
  morning:
    schedule: "0 7 * * *"
    sources: ["*"]                   # all of them
    filters:
      - newer_than: 7d
      - deduplicate: {}
      - take: { entries: 100, per_source: 5 }
    group_by: source
    sinks: [page]
END
