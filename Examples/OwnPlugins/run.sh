#!/usr/bin/env bash
# run.sh [BINARY]: runs the program of this package twice in a folder of its own. The reminder comes once: in a page, in
# a table, on cards, and to a receiver on the loopback interface.
set -euo pipefail
cd "$(dirname "$0")"

binary=$(realpath "${1:-$(swift build --show-bin-path)/own-kawaraban}")
folder=$(mktemp -d)
receiver=
trap '[ -z "$receiver" ] || kill "$receiver"; rm -rf "$folder"' EXIT

cat >"$folder/receiver.py" <<'PYTHON'
import http.server
import sys


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with open("received.jsonl", "ab") as file:
            file.write(body + b"\n")
        self.send_response(200)
        self.end_headers()

    def log_message(self, *arguments):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
PYTHON
cp config.yaml "$folder/"
cd "$folder"
mkfifo port
python3 receiver.py >port &
receiver=$!
read -r PORT <port
export PORT

for plugin in reminder workdays csv cards mattermost; do "$binary" plugins "$plugin" >/dev/null; done
"$binary" schema >schema.json
for part in source.reminder filter.workdays format.csv format.cards sink.mattermost; do
    grep -q "\"$part\": {" schema.json || {
        echo "the schema lacks $part" >&2
        exit 1
    }
done
"$binary" run
"$binary" run
for file in digest.md digest.csv cards.html received.jsonl; do
    count=$(grep -c 'Water the plants' "$file")
    if [ "$count" -ne 1 ]; then
        echo "expected the reminder once in $file, found it $count times" >&2
        exit 1
    fi
done
echo "own source, filter, formats and sink: one entry, delivered once to each"
