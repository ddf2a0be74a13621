#!/usr/bin/env bash
# check-binary.sh BINARY [KIND]: checks the linking of a binary (X16). All addresses of libraries are bound at the start,
# so that their table can be read-only. The stack is not executable. Libraries are loaded from the system, never from the
# binary's folder, and no more of them than packages promise: few at the start, the others when they are first called.
# Functions that ordinary commands use lie side by side.
# KIND: release, the standard; archive, which needs only the C library; debug, of which only the libraries are checked,
# those of Swift aside.
set -euo pipefail

binary=$1
kind=${2:-release}
if ! command -v readelf >/dev/null; then
    echo "check-binary: skipped, readelf (binutils) is not installed" >&2
    exit 0
fi
linking=$(readelf -dlW "$binary")
failed=0
complain() {
    echo "$binary: $1" >&2
    failed=1
}
want() {
    grep -qE "$2" <<<"$linking" || complain "$1"
}

# Debian 12 and 13 have each of these under the same name: one package serves both.
system='ld-linux-[a-z0-9-]+\.so\.[12]|libc\.so\.6|libm\.so\.6'
shared='libpcre2-8\.so\.0|libsqlite3\.so\.0|libyaml-0\.so\.2'
# Loading these takes more than all that a command without documents does.
lazy='libcrypto\.so\.3|libgcc_s\.so\.1|libstdc\+\+\.so\.6|libxml2\.so\.2'
loaded='libcurl.so.4 libpq.so.5'
case $kind in
    release) allowed="$system|$shared" loaded='libcrypto.so.3 libcurl.so.4 libpq.so.5 libxml2.so.2' ;;
    archive) allowed=$system ;;
    debug) allowed="$system|$shared|$lazy|lib(swift|_?Foundation|dispatch|BlocksRuntime)[A-Za-z_]*\.so" ;;
    *) echo "no such kind: $kind" >&2; exit 64 ;;
esac
for library in $(sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' <<<"$linking" | grep -vxE "$allowed"); do
    complain "it needs $library at the start: link it in, or see Scripts/lazy-libraries.sh and Scripts/package-deb.sh"
done
named=$(readelf -p .note.dlopen "$binary" | grep -oE '"soname":\["[^"]*' | sed 's/.*"//' | sort | paste -sd ' ')
[ "$named" = "$loaded" ] || complain "it loads these later: ${named:-none}; and should load: $loaded"

if [ "$kind" != debug ]; then
    want "it is not linked with -z now" '\(FLAGS\) .*BIND_NOW'
    want "it is no position-independent executable" '\(FLAGS_1\) .*PIE'
    want "it has no GNU_RELRO" 'GNU_RELRO'
    want "its stack can be run" 'GNU_STACK .* RW '
    if grep -E 'R(UN)?PATH' <<<"$linking" >&2; then
        complain "it looks for libraries where others may put them"
    fi
    # That of Ubuntu 22.04; Debian 12 has 2.36.
    newest=$(readelf --dyn-syms --wide "$binary" | grep -oE 'GLIBC_2\.[0-9]+' | sort -Vu | tail -1)
    if [ "$(printf '%s\n' "$newest" GLIBC_2.35 | sort -V | tail -1)" != GLIBC_2.35 ]; then
        complain "it needs $newest, and shall run with GLIBC_2.35"
    fi
    # Of a binary with symbols: nine tenths of the functions that ordinary commands use lie within 4 MB, of over 20.
    places=$(awk 'FNR == NR { if (sub(/^\.text\./, "")) listed[$0] = 1; next } $3 in listed { print $1 }' \
        Packaging/functions.order <(nm "$binary" 2>&1) | sort)
    if [ -n "$places" ] && command -v ld.gold >/dev/null; then
        count=$(wc -l <<<"$places")
        first=$(sed -n "$((count / 20 + 1))p" <<<"$places")
        last=$(sed -n "$((count - count / 20))p" <<<"$places")
        span=$((16#$last - 16#$first))
        # An old list, or another compiler: the binary is right, and only takes more memory.
        [ $((2 * count)) -gt "$(wc -l <Packaging/functions.order)" ] ||
            echo "$binary: only $count functions of Packaging/functions.order: run \`make function-order\`" >&2
        [ $span -lt 4000000 ] || complain "functions that ordinary commands use lie $span bytes apart"
    fi
fi
exit $failed
