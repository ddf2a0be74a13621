#!/usr/bin/env python3
"""Measures the cost of endless responses by kind: CPU, bytes received, wall time, and the error that is reported (X09).

    endless.py KAWARABAN [--timeout 30] [KIND…]

A server on loopback sends each kind as fast as it is read, to a run with that one source. The bytes are those of the
connection when the run closes it, including those that are still in the system's buffers.

Needs openssl for the kinds over TLS.
"""
import argparse
import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import ssl
import struct
import subprocess
import tempfile
import threading
import time

PIECE = 1 << 18
OK = "HTTP/1.1 200 OK\r\n"


def bits(*fields):
    """Packs (value, width) pairs into bytes, lowest bit first; repeats them all until they end at a byte's end."""
    number, width = 0, 0
    while not width or width % 8:
        for value, length in fields:
            number |= value << width
            width += length
    return number.to_bytes(width // 8, "little")


def packed(coding, head, unit):
    return f"{OK}Content-Encoding: {coding}\r\n\r\n".encode() + head, unit


def chunked(head, unit):
    return f"{OK}Transfer-Encoding: chunked\r\n\r\n".encode() + head, unit


GZIP_HEAD = bytes.fromhex("1f8b08000000000000ff")
EMPTY_MEMBER = GZIP_HEAD + bytes.fromhex("03000000000000000000")
ZSTD_HEAD = bytes.fromhex("28b52ffd")
EMPTY_FRAME = ZSTD_HEAD + bytes.fromhex("2000010000")
# RFC 1951 §3.2.7: one code for the end of the block, one for no distance.
DYNAMIC = [(0, 1), (2, 2), (0, 5), (0, 5), (14, 4)] + [(0, 3)] * 2 + [(1, 3)] + [(0, 3)] * 14 + [(1, 3)]
DYNAMIC += [(1, 1), (127, 7), (1, 1), (107, 7), (0, 1), (0, 1), (0, 1)]
LONG = b"x" * 4000

# The head of each kind, and the piece that is then repeated for ever.
CLEAR = {
    "plain": (OK.encode() + b"\r\n", b"x" * 4096),
    "chunks of 4 KB": chunked(b"", b"1000\r\n" + b"x" * 4096 + b"\r\n"),
    "chunks of 1 byte": chunked(b"", b"1\r\nx\r\n"),
    "chunk extensions": chunked(b"", b"1;" + LONG + b"\r\nx\r\n"),
    "one chunk extension": chunked(b"1;", b"x"),
    "trailer fields": chunked(b"0\r\n", b"X: " + LONG + b"\r\n"),
    "one trailer field": chunked(b"0\r\nX: ", b"x"),
    "interim answers": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "redirect": (b"HTTP/1.1 302 Found\r\nLocation: /there\r\n\r\n", b"x" * 4096),
    "gzip members": packed("gzip", b"", EMPTY_MEMBER),
    "gzip, stored blocks": packed("gzip", GZIP_HEAD, bytes.fromhex("000000ffff")),
    "gzip, fixed blocks": packed("gzip", GZIP_HEAD, bits((0, 1), (1, 2), (0, 7))),
    "gzip, dynamic blocks": packed("gzip", GZIP_HEAD, bits(*DYNAMIC)),
    "gzip name": packed("gzip", bytes.fromhex("1f8b08080000000000ff"), b"x"),
    "gzip, then junk": packed("gzip", EMPTY_MEMBER, b"x" * 4096),
    "gzip in chunks of 1": (
        f"{OK}Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n".encode(),
        b"".join(b"1\r\n%c\r\n" % byte for byte in EMPTY_MEMBER)),
    "deflate blocks": packed("deflate", b"", bytes.fromhex("000000ffff")),
    "brotli metablocks": packed("br", b"\x0c", b"\x06"),
    "zstd frames": packed("zstd", b"", EMPTY_FRAME),
    "zstd blocks": packed("zstd", ZSTD_HEAD + b"\0\0", b"\0\0\0"),
    "zstd skippable": packed("zstd", EMPTY_FRAME, bytes.fromhex("502a4d1800000000")),
}
SECURE = {name: CLEAR[name] for name in ("chunk extensions", "gzip members")}


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


HTTP2_HEAD = frame(4, 0, 0) + frame(4, 1, 0) + frame(1, 4, 1, b"\x88")
# RFC 9113 §6.1: padding of 255 bytes around nothing, and around one byte.
HTTP2 = {
    "HTTP/2 empty frames": frame(0, 0, 1),
    "HTTP/2 padding alone": frame(0, 8, 1, b"\xff" + bytes(255)),
    "HTTP/2 padded bytes": frame(0, 8, 1, b"\xffx" + bytes(255)),
    "HTTP/2 PING": frame(6, 0, 0, bytes(8)),
    "HTTP/2 unknown": frame(0xEE, 0, 0, bytes(16000)),
}


class EndlessServer:
    """Sends a head, then one piece for ever, to each connection; counts the bytes that were accepted."""

    def __init__(self, context, is_http2, head, unit):
        self.context, self.is_http2, self.head = context, is_http2, head
        self.unit = unit * (PIECE // len(unit) + 1)
        self.sent = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        with contextlib.suppress(OSError), client:
            if self.context:
                client = self.context.wrap_socket(client, server_side=True)
            client.recv(1 << 16)
            if self.is_http2:
                # The request follows the preface; later bytes do not matter.
                client.recv(1 << 16)
                threading.Thread(target=self.drain, args=(client,), daemon=True).start()
            client.sendall(self.head)
            while True:
                # Small pieces, because the connection breaks within one, which is not counted.
                for start in range(0, len(self.unit), 1 << 16):
                    piece = self.unit[start:start + (1 << 16)]
                    client.sendall(piece)
                    self.sent += len(piece)

    @staticmethod
    def drain(client):
        with contextlib.suppress(OSError):
            while client.recv(1 << 16):
                pass

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


def make_certificate(folder):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "ca.pem", "-days",
         "2", "-subj", "/CN=feeds", "-addext", "subjectAltName=IP:127.0.0.1"],
        cwd=folder, check=True, stderr=subprocess.DEVNULL)


def secure_context(folder, protocols):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "ca.pem", folder / "key.pem")
    context.set_alpn_protocols(protocols)
    return context


def measure(program, folder, server, is_secure, timeout):
    """Returns CPU seconds, wall seconds, MiB received and the error's code of one run."""
    scheme = "https" if is_secure else "http"
    for left in folder.glob("state*"):
        left.unlink()
    (folder / "config.yaml").write_text(f"""version: 1
settings: {{ network: {{ allow: ["127.0.0.0/8"] }}, state: state.sqlite }}
defaults: {{ timeout: {timeout}s, ca_file: ca.pem }}
sources: {{ endless: {{ type: feed, url: "{scheme}://127.0.0.1:{server.port}/" }} }}
sinks: {{ out: {{ type: stdout }} }}
pipelines: {{ all: {{ sources: [endless], sinks: [out] }} }}
""")
    begun = time.monotonic()
    child = subprocess.Popen([program, "run", "--report", "report.json"], cwd=folder, stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE, text=True)
    words = child.stderr.read()
    _, _, usage = os.wait4(child.pid, 0)
    wall = time.monotonic() - begun
    report = json.loads((folder / "report.json").read_text())
    code = re.search(r'"code":\s*"(\w+)"', json.dumps(report))
    return usage.ru_utime + usage.ru_stime, wall, server.sent / (1 << 20), code.group(1) if code else words[:60]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("kinds", nargs="*")
    parser.add_argument("--timeout", type=int, default=30)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kawaraban-endless-"))
    try:
        make_certificate(folder)
        rows = [(name, None, False, *unit) for name, unit in CLEAR.items()]
        plain_tls, http2 = secure_context(folder, ["http/1.1"]), secure_context(folder, ["h2"])
        rows += [(f"TLS, {name}", plain_tls, False, *unit) for name, unit in SECURE.items()]
        rows += [(name, http2, True, HTTP2_HEAD, unit) for name, unit in HTTP2.items()]
        print(f"{'kind':24} {'CPU s':>6} {'wall s':>6} {'MiB':>7}  told")
        for name, context, is_http2, head, unit in rows:
            if options.kinds and name not in options.kinds:
                continue
            server = EndlessServer(context, is_http2, head, unit)
            cpu, wall, received, code = measure(program, folder, server, context is not None, options.timeout)
            server.close()
            print(f"{name:24} {cpu:6.2f} {wall:6.2f} {received:7.1f}  {code}", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
