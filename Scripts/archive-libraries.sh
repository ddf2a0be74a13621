#!/usr/bin/env bash
# archive-libraries.sh FOLDER: fills FOLDER with the libraries that the archive's binary has in it, and with descriptions
# of them for pkg-config (PKG_CONFIG_PATH). A folder without shared libraries is what makes the linker link them in.
#
# Debian's libxml2.a wants ICU's converters, whose data is 31 MB. They are asked last, for encodings that neither libxml2
# nor iconv of the C library knows, and the program itself decodes by iconv. So here they know no encoding.
set -euo pipefail

folder=$1
rm -rf "$folder"
mkdir -p "$folder"
system=$(dirname "$(realpath "$(cc -print-file-name=libsqlite3.a)")")
for name in xml2 yaml sqlite3 pcre2-8 crypto z lzma; do ln -s "$system/lib$name.a" "$folder/"; done
ln -s "$(realpath "$(cc -print-file-name=libstdc++.a)")" "$folder/"
# The compiler asks for libgcc_s, which exists as a shared library only; this holds the same functions.
ln -s "$(realpath "$(cc -print-file-name=libgcc_eh.a)")" "$folder/libgcc_s.a"

for name in libxml-2.0 yaml-0.1 sqlite3 libpcre2-8 libcrypto; do
    sed "s|^libdir=.*|libdir=$folder|" "$(pkg-config --variable=pcfiledir "$name")/$name.pc" >"$folder/$name.pc"
done

# ICU's functions end with its version, such as _72.
version=$(nm --undefined-only "$folder/libxml2.a" 2>/dev/null | sed -n 's/.* ucnv_open\(_[0-9]*\)$/\1/p')
cc -O2 -fPIC -Wall -Werror -DVERSION="$version" -c Packaging/archive/stand-ins.c -o "$folder/stand-ins.o"
