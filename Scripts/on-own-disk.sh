#!/usr/bin/env bash
# on-own-disk.sh PROGRAM ARGUMENT…: runs PROGRAM FOLDER ARGUMENT… --own-disk, where FOLDER is a small file system in
# memory that the program may fill. If only root may mount one, it runs without --own-disk; then no disk is ever full.
set -euo pipefail

program=$(realpath "$1")
shift
if [ -w /dev/shm ]; then export TMPDIR=${TMPDIR:-/dev/shm}; fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if unshare --user --map-root-user --mount true 2>/dev/null; then
    unshare --user --map-root-user --mount bash -c '
        folder=$1 program=$2
        shift 2
        mount -t tmpfs -o size=1500m tmpfs "$folder"
        exec "$program" "$folder" "$@"' bash "$folder" "$program" "$@" --own-disk
else
    echo "no file system of its own: the evenings of a full disk are left out" >&2
    "$program" "$folder" "$@"
fi
