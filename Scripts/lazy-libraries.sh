#!/usr/bin/env bash
# lazy-libraries.sh FOLDER: fills FOLDER with what the release binary is linked with instead of libraries that cost every
# start much and that few commands need: functions of their names, which load the library when they are first called
# (Packaging/lazy); and with descriptions of all libraries for pkg-config (PKG_CONFIG_PATH), so that the linker looks
# there first. libstdc++ is linked in: its addresses are looked up at every start, and only Swift's runtime calls it.
#
# A function that is missing in Packaging/lazy is an error of the linker.
set -euo pipefail

folder=$1
rm -rf "$folder"
mkdir -p "$folder"
for name in xml2 crypto; do
    # shellcheck disable=SC2046 # several words
    cc -O2 -fPIC -Wall -Werror $(pkg-config --cflags libxml-2.0 libcrypto) -c "Packaging/lazy/$name.c" -o "$folder/$name.o"
    ar rcsD "$folder/lib$name.a" "$folder/$name.o"
done
# std::random_device of libstdc++ calls a function that only newer C libraries have.
cc -O2 -fPIC -Wall -Werror -c Packaging/archive/stand-ins.c -o "$folder/stand-ins.o"
install -m 0644 "$(realpath "$(cc -print-file-name=libstdc++.a)")" "$folder/libstdc++.a"
ar rD "$folder/libstdc++.a" "$folder/stand-ins.o"
# The compiler asks for libgcc_s, which exists as a shared library only; this holds the same functions.
ln -s "$(realpath "$(cc -print-file-name=libgcc_eh.a)")" "$folder/libgcc_s.a"

system=$(dirname "$(realpath "$(cc -print-file-name=libsqlite3.so)")")
for name in yaml sqlite3 pcre2-8; do ln -s "$system/lib$name.so" "$folder/"; done
for name in libxml-2.0 yaml-0.1 sqlite3 libpcre2-8 libcrypto; do
    sed "s|^libdir=.*|libdir=$folder|" "$(pkg-config --variable=pcfiledir "$name")/$name.pc" >"$folder/$name.pc"
done
