#!/usr/bin/env bash
# Installs the Debian packages that building and running need, and those named as arguments, if any is missing. Prints
# nothing if all are installed.
set -euo pipefail

packages=(
    ca-certificates git libcurl4-openssl-dev libgumbo-dev libpcre2-dev libsqlite3-dev libssl-dev libxml2-dev libyaml-dev
    pkg-config tzdata "$@"
)

if ! command -v swift >/dev/null; then
    echo "swift is missing. Kawaraban needs Swift 6.3 or newer: https://www.swift.org/install/linux/" >&2
    exit 1
fi

if ! command -v dpkg-query >/dev/null; then
    echo "this is no Debian: make sure that you have what these packages hold: ${packages[*]}" >&2
    exit 0
fi

missing=()
for package in "${packages[@]}"; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "missing packages; as root, run: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi

echo "installing Debian packages: ${missing[*]}${as_root[0]:+ (with sudo)}"
install_missing() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# A fresh container has no package lists yet; a machine in use need not wait for them.
if ! install_missing >"$log" 2>&1; then
    if ! { "${as_root[@]}" apt-get update -q && install_missing; } >"$log" 2>&1; then
        tail -20 "$log" >&2
        exit 1
    fi
fi
