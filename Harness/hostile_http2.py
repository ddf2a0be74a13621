"""An HTTP/2 server that responds with hostile frames, over TLS with a temporary certificate."""
import pathlib
import ssl
import struct
import subprocess

from loopback import LoopbackServer

DOCUMENT = b"<rss version='2.0'><channel><title>hostile</title></channel></rss>"
PREFACE = 24


def frame(kind, flags, stream, payload=b""):
    """RFC 9113 §4.1."""
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def field(name, value):
    """A header field that is spelled out (RFC 7541 §6.2.2)."""
    return b"\0" + b"".join(length(len(text)) + text.encode("latin-1") for text in (name, value))


def length(count):
    """RFC 7541 §5.1, with seven bits in the first byte."""
    if count < 127:
        return bytes([count])
    rest, parts = count - 127, [127]
    while rest >= 128:
        parts.append(rest % 128 + 128)
        rest //= 128
    return bytes([*parts, rest])


def header(stream, status="200", more=(), is_last=False):
    return frame(1, 5 if is_last else 4, stream, b"".join(field(*one) for one in ((":status", status), *more)))


def data(stream, is_last=True):
    return frame(0, 1 if is_last else 0, stream, DOCUMENT)


def reset(stream, code):
    return frame(3, 0, stream, struct.pack(">I", code))


def good(stream):
    return header(stream) + data(stream)


def promise(stream):
    """An answer that is pushed, although the client's settings forbid it."""
    request = [(":method", "GET"), (":path", "/pushed"), (":scheme", "https"), (":authority", "127.0.0.1")]
    return (frame(5, 4, stream, struct.pack(">I", 2) + b"".join(field(*one) for one in request))
            + header(2, more=[("x", "p" * 300)]) + data(2) + good(stream))


ANSWERS = {
    "good": good,
    "reset": lambda stream: reset(stream, 2),
    "refused": lambda stream: reset(stream, 7),
    "cancelled": lambda stream: reset(stream, 8),
    "HTTP/1.1 required": lambda stream: reset(stream, 13),
    "header, then refused": lambda stream: header(stream) + reset(stream, 7),
    "data, then HTTP/1.1 required": lambda stream: header(stream) + data(stream, False) + reset(stream, 13),
    "pushed": promise,
    "goodbye": lambda stream: frame(7, 0, 0, struct.pack(">II", 0, 2)),
    "goodbye behind the answer": lambda stream: good(stream) + frame(7, 0, 0, struct.pack(">II", stream, 0)),
    "trailer of 30 KB": lambda stream: header(stream) + data(stream, False) + b"".join(
        frame(1, 4, stream, field(f"x{number}", "y" * 3000)) for number in range(10)),
    "header of 300 KB": lambda stream: frame(1, 0, stream, field(":status", "200")) + b"".join(
        frame(9, 0, stream, field(f"x{number}", "y" * 3000)) for number in range(100)),
    "two headers": lambda stream: header(stream) + header(stream, "404") + data(stream),
    "50 interim answers": lambda stream: header(stream, "103", [("link", "x")]) * 50 + good(stream),
    "no status": lambda stream: frame(1, 5, stream, field("x", "y")),
    "status that is none": lambda stream: header(stream, "abc", is_last=True),
    "name with a blank": lambda stream: header(stream, more=[(" x", "folded")]) + data(stream),
    "value with lines": lambda stream: header(stream, more=[("x", "a\r\n b: c")]) + data(stream),
    "another stream": lambda stream: header(stream + 2) + good(stream),
    "data without a header": data,
    "shorter than its length": lambda stream: header(stream, more=[("content-length", "1000")]) + data(stream),
    "a PING of three bytes": lambda stream: frame(6, 0, 0, b"abc") + good(stream),
    "answered twice": lambda stream: good(stream) + good(stream),
}


class HostileHTTP2:
    """A port for each answer, since what comes on one connection may spoil all of it."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.authority = self.folder / "authority.pem"
        self.make_certificate()
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.folder / "server.pem", self.folder / "server.key")
        self.context.set_alpn_protocols(["h2"])
        self.servers = {name: LoopbackServer(self.serving(answer)) for name, answer in ANSWERS.items()}

    def address(self, name):
        return f"https://127.0.0.1:{self.servers[name].port}/"

    def make_certificate(self):
        def openssl(*words):
            subprocess.run(["openssl", *words], cwd=self.folder, check=True, stderr=subprocess.DEVNULL)
        (self.folder / "names").write_text("subjectAltName=IP:127.0.0.1\n")
        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "authority.key", "-out", "authority.pem",
                "-days", "1", "-subj", "/CN=hostile")
        openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=x")
        openssl("x509", "-req", "-in", "server.csr", "-CA", "authority.pem", "-CAkey", "authority.key",
                "-CAcreateserial", "-out", "server.pem", "-days", "1", "-extfile", "names")

    def serving(self, answer):
        def serve(connection):
            try:
                connection.client = self.context.wrap_socket(connection.client, server_side=True)
            except OSError:
                return
            connection.send(frame(4, 0, 0))
            connection.read_bytes(PREFACE)
            while (head := connection.read_bytes(9)) is not None:
                kind, flags, stream = head[3], head[4], int.from_bytes(head[5:], "big")
                connection.read_bytes(int.from_bytes(head[:3], "big"))
                if kind == 4 and not flags & 1:
                    connection.send(frame(4, 1, 0))
                if kind == 1:
                    connection.send(answer(stream))
        return serve

    def close(self):
        for server in self.servers.values():
            server.close()
