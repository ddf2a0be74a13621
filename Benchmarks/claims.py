#!/usr/bin/env python3
"""How fast workers claim hosts of a state in PostgreSQL that has a million feeds, and how large that state is.

    claims.py CLAIM_BENCHMARK [--feeds 1000000] [--hosts 50000] [--workers 1,2,4] [--claims 500]

Fills the tables `source` and `document` with feeds as they are after a fetch, and lets `claim-benchmark` claim 64 hosts at a
time. Prints its lines and the bytes of a feed. Needs the package `postgresql`.
"""
import argparse
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Harness"))
from postgresql import Server  # noqa: E402

FILL = """
INSERT INTO kawaraban.source(
    key, name, url_effective, next_at, loaded_at, last_success, last_attempt, last_status, last_seconds, last_requests,
    recent, pace, stay, shown, oldest_shown, newest_shown)
SELECT sha256(convert_to(n::text, 'UTF8')), 'feed' || n, 'https://host' || n / {each} || '.example/feed' || n,
    1800003600, 1800000000, 1800000000, 1800000000, 200, 250, 1, 3, 86400, 864000, 20, 1799000000, 1800000000
FROM generate_series(0, {feeds} - 1) AS n;
INSERT INTO kawaraban.document(source, key, validator_url, etag, last_modified, content_hash, parsed_at, title, most_entries)
SELECT id, '', url_effective, '"' || md5(name) || '"', 'Tue, 24 Nov 2026 10:00:00 GMT', key, 1800000000, name, 20
FROM kawaraban.source;
VACUUM ANALYZE kawaraban.source;
VACUUM ANALYZE kawaraban.document;
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--feeds", type=int, default=1_000_000)
    parser.add_argument("--hosts", type=int, default=50_000)
    parser.add_argument("--workers", default="1,2,4")
    parser.add_argument("--claims", type=int, default=500)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    each = options.feeds // options.hosts
    server = Server()
    try:
        # The first opening makes the tables.
        subprocess.run([program, server.address, "1", "1", "64", "1"], check=True, stdout=subprocess.DEVNULL)
        for statement in FILL.format(feeds=options.feeds, each=each).split(";\n"):
            if statement.strip():
                server.query(statement)
        size = server.query(
            "SELECT pg_total_relation_size('kawaraban.source') + pg_total_relation_size('kawaraban.document')")
        print(f"{options.feeds} feeds on {options.hosts} hosts: {int(size[0][0]) / options.feeds:.0f} bytes a feed")
        for workers in options.workers.split(","):
            subprocess.run(
                [program, server.address, workers, str(options.claims), str(options.hosts), str(each)], check=True)
    finally:
        server.close()


if __name__ == "__main__":
    main()
