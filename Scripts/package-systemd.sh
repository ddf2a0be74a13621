#!/usr/bin/env bash
# package-systemd.sh: boots a small Debian 13 with the newest package in .build/package, and lets systemd run it in its
# sandbox: a secret of root's as a credential, a program with `sandbox: yes`, a pattern, a digest, a second run that
# delivers nothing, a timer; then the units that `kawaraban systemd --system` prints. Runs as root, without a virtual machine (systemd-nspawn).
set -euo pipefail

[ "$(id -u)" -eq 0 ] || { echo "run it as root: it makes a whole Debian system and boots it" >&2; exit 77; }
packages=$PWD/.build/package
deb=$(find "$packages" -name 'kawaraban_*.deb')
work=$(mktemp -d "${TMPDIR:-/var/tmp}/kawaraban-systemd.XXXXXX")
trap 'rm -rf "$work"' EXIT
kept=$packages/trixie-systemd.tar
[ -f "$kept" ] || Scripts/quietly.sh "making a trixie with systemd" mmdebstrap --variant=minbase \
    --include=systemd-sysv,dbus,python3-minimal,libcurl4t64,libxml2,libyaml-0-2,ca-certificates trixie "$kept"

root=$work/root
mkdir "$root"
tar -C "$root" -xf "$kept" --exclude='./dev/*'
cp "$deb" "$root/root/"
# No script of a package runs: kawaraban has none.
chroot "$root" dpkg --install "/root/$(basename "$deb")" >/dev/null

mkdir -p "$root/etc/kawaraban/news" "$root/etc/systemd/system/kawaraban@news.service.d"
(umask 077 && echo 'only-root-knows' >"$root/etc/kawaraban/news/key")
printf '[Service]\nLoadCredential=key:/etc/kawaraban/news/key\n' \
    >"$root/etc/systemd/system/kawaraban@news.service.d/key.conf"
cat >"$root/etc/kawaraban/news/config.yaml" <<'YAML'
version: 1
sources:
  a: { type: command, run: [/usr/local/bin/feed.py], sandbox: yes, secrets: { key: { credential: key } } }
sinks:
  page: { type: file, path: "/var/lib/kawaraban/news/page.md", format: markdown }
pipelines:
  p: { sources: [a], filters: [ { keep: { title: { matches: '^known: (only|root)-' } } } ], sinks: [page] }
YAML
# The same for the units that are printed, which are named after another configuration.
mkdir -p "$root/etc/printed/credentials"
cp -p "$root/etc/kawaraban/news/key" "$root/etc/printed/credentials/key"
sed 's:/var/lib/kawaraban/news:/var/lib/printed:' "$root/etc/kawaraban/news/config.yaml" >"$root/etc/printed/config.yaml"
cat >"$root/usr/local/bin/feed.py" <<'PYTHON'
#!/usr/bin/python3
import json, os
key = open(os.environ["CREDENTIALS_DIRECTORY"] + "/key").read()
item = {"id": "1", "url": "https://a.example/1", "title": "known: " + key.replace("only-root-knows", "only-root")}
print(json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "A", "items": [item]}))
PYTHON
chmod 755 "$root/usr/local/bin/feed.py"
cat >"$root/etc/systemd/system/trial.service" <<'UNIT'
[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/bin/bash /root/trial.sh
StandardOutput=file:/root/words
StandardError=file:/root/words
UNIT
cat >"$root/root/trial.sh" <<'BASH'
page=/var/lib/private/kawaraban/news/page.md
systemctl start kawaraban@news.service; echo "first run: $?"
grep -c known: $page
sum=$(cksum $page)
systemctl start kawaraban@news.service; echo "second run: $?"
[ "$sum" = "$(cksum $page)" ] && echo "the page is the same"
systemctl enable --now kawaraban@news.timer && systemctl is-active kawaraban@news.timer
cd /etc/systemd/system
kawaraban systemd --system --quiet --name printed -c /etc/printed/config.yaml | csplit -s - '/^# .*timer$/'
mv xx00 printed.service; mv xx01 printed.timer
systemctl daemon-reload
systemctl start printed.service; echo "printed: $?"
grep -c known: /var/lib/private/printed/page.md
systemctl enable --now printed.timer && systemctl is-active printed.timer
journalctl --quiet --no-pager -o cat _SYSTEMD_UNIT=kawaraban@news.service + _SYSTEMD_UNIT=printed.service
poweroff -f
BASH
ln -s /etc/systemd/system/trial.service "$root/etc/systemd/system/multi-user.target.wants/"

timeout 120 systemd-nspawn --quiet --directory="$root" --boot --register=no --keep-unit \
    --system-call-filter="landlock_create_ruleset landlock_add_rule landlock_restrict_self" >"$work/boot" 2>&1 || true
cat "$root/root/words" 2>/dev/null || { tail "$work/boot" >&2; echo "it did not boot" >&2; exit 1; }
# Nothing else: not even the journal has a line of the program.
diff <(printf '%s\n' "first run: 0" 1 "second run: 0" "the page is the same" active "printed: 0" 1 active) \
    <(grep -v -e '^Created symlink' -e '^Powering off' "$root/root/words")
echo "systemd runs it as it should"
