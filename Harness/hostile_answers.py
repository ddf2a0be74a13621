"""Hostile HTTP/1.1 responses, as the bytes that are sent; a name and a seed determine each one."""
import random

OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
DOCUMENT = b"<?xml version='1.0'?>\n<rss version='2.0'><channel><title>hostile</title></channel></rss>\n"
# What a line, or a part of one, may be made of.
PIECES = [
    b" ", b"\t", b":", b"\r", b"\n", b"\r\n", b"\r\n ", b"\r\n\t", b"\0", b"\xff", b";", b",", b"\"", b"-1",
    b"HTTP/1.1", b"HTTP/2 200\r\n", b"x" * 17_000, b"x: y\r\n" * 40, b"Content-Length: ", b"ffffffffffffffff",
    b"Transfer-Encoding: chunked\r\n", b"Content-Encoding: gzip\r\n", b"Transfer-Encoding: gzip\r\n",
    b"Location: /\r\n", b"0\r\n\r\n"]
STATUSES = [b"200 OK", b"204 None", b"304 Same", b"404 None", b"302 Found", b"429 Many", b"500 Broken"]
LINES = [b" y: z", b"\tz", b"Content-Length: 3", b"ETag: \"e\""]


def folded(line, status=b"HTTP/1.1 200 OK\r\n", rest=b"\r\n" + DOCUMENT):
    """The first header line continues nothing (RFC 9112 §5.2)."""
    return lambda chance: status + line + b"\r\n" + rest


def folded_by_chance(chance):
    blanks = bytes(chance.choice(b" \t") for _ in range(chance.randint(1, 9)))
    end = chance.choice([b"\r\n", b"\n"])
    status = chance.choice(STATUSES)
    lines = [blanks + b"x:" + bytes([chance.randint(33, 126)]) * chance.choice([0, 1, 7, 60, 500, 9000])]
    lines += [chance.choice(LINES) for _ in range(chance.randint(0, 9))]
    return b"HTTP/1.1 " + status + end + end.join(lines) + end + end + DOCUMENT


def mutated(chance):
    """An ordinary answer with a few pieces put in, left out, or in another place."""
    fields = b"".join(b"X-%d: %s\r\n" % (n, b"v" * chance.randint(0, 90)) for n in range(chance.randint(1, 30)))
    body = DOCUMENT if chance.random() < 0.5 else b"%x\r\n%s\r\n0\r\n\r\n" % (len(DOCUMENT), DOCUMENT)
    frame = b"Content-Length: %d\r\n" % len(body) if body is DOCUMENT else b"Transfer-Encoding: chunked\r\n"
    answer = OK + fields + frame + b"ETag: \"e\"\r\n\r\n" + body
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(min(len(answer), 400) + 1)
        piece, skipped = chance.choice(PIECES + [b""]), chance.choice([0, 0, 1, 2, 20])
        answer = answer[:place] + piece + answer[place + skipped:]
    return answer[:chance.choice([len(answer), len(answer), chance.randrange(len(answer) + 1)])]


def noise(chance):
    return chance.choice([b"", OK, CHUNKED, OK + b"Content-Encoding: gzip\r\n\r\n"]) + chance.randbytes(
        chance.choice([1, 40, 3000, 70_000]))


def constant(answer):
    return lambda chance: answer


ANSWERS = {
    "folded": folded(b" x: folded"),
    "folded by a tab": folded(b"\tx: folded"),
    "folded, without a colon": folded(b" folded"),
    "folded, without a value": folded(b" :"),
    "folded, long": folded(b" x: " + b"f" * 20_000),
    "folded, behind a bare line feed": folded(b" x: folded", status=b"HTTP/1.1 200 OK\n"),
    "folded, behind an interim answer": folded(b" x: folded", status=b"HTTP/1.1 100 Continue\r\nx: y\r\n\r\n" + OK),
    "folded, unchanged": folded(b" x: folded", status=b"HTTP/1.1 304 Same\r\n", rest=b"ETag: \"e\"\r\n\r\n"),
    "folded redirect": folded(b" Location: /", status=b"HTTP/1.1 302 Found\r\n", rest=b"Location: /x\r\n\r\n"),
    "folded again and again": folded(b" x: 1" + b"\r\n y" * 5000),
    "folded somehow": folded_by_chance,
    "line without a colon": constant(OK + b"no colon\r\n\r\n" + DOCUMENT),
    "field without a name": constant(OK + b": no name\r\n\r\n" + DOCUMENT),
    "NUL in a value": constant(OK + b"x: \0\r\n\r\n" + DOCUMENT),
    "NUL in a name": constant(OK + b"x\0y: 1\r\n\r\n" + DOCUMENT),
    "NUL in the status line": constant(b"HTTP/1.1 200 \0\r\n\r\n" + DOCUMENT),
    "bare CR": constant(OK + b"x: 1\ry: 2\r\n\rz: 3\r\n\r\n" + DOCUMENT),
    "bare CR in the status line": constant(b"HTTP/1.1 200 OK\r x: 1\r\n\r\n" + DOCUMENT),
    "line of 150 KB": constant(OK + b"x: " + b"x" * 150_000 + b"\r\n\r\n" + DOCUMENT),
    "line without an end": constant(OK + b"x: " + b"x" * 2_000_000),
    "status line of 150 KB": constant(b"HTTP/1.1 200 " + b"x" * 150_000 + b"\r\n\r\n" + DOCUMENT),
    "50,000 fields": constant(OK + b"x: y\r\n" * 50_000 + b"\r\n" + DOCUMENT),
    "10,000 interim answers": constant(b"HTTP/1.1 103 Hints\r\nLink: x\r\n\r\n" * 10_000 + OK + b"\r\n" + DOCUMENT),
    "lengths that are none": lambda chance: OK + b"Content-Length: %s\r\n\r\n" % chance.choice(
        [b"-1", b"x", b"", b"0x10", b"99999999999999999999", b"9223372036854775807",
         b"1\r\nContent-Length: 9"]) + DOCUMENT,
    "chunks that are none": lambda chance: CHUNKED + chance.choice(
        [b"zz\r\n", b"-1\r\n", b";\r\n", b"FFFFFFFFFFFFFFFFF\r\n", b"7FFFFFFFFFFFFFFF\r\n", b"5\r\nshort",
         b"\r\n"]) + DOCUMENT,
    "trailer of 150 KB": constant(CHUNKED + b"0\r\nx: " + b"x" * 150_000 + b"\r\n\r\n"),
    "folded trailer": constant(CHUNKED + b"0\r\n folded\r\n\r\n"),
    "broken transfer coding": lambda chance: OK + b"Transfer-Encoding: %s\r\n\r\n" % chance.choice(
        [b"gzip", b"deflate", b"br", b"zstd", b"gzip, gzip, gzip, gzip, gzip, gzip", b", ,", b"gzip, chunked"]) + DOCUMENT,
    "broken content coding": lambda chance: OK + b"Content-Encoding: %s\r\n\r\n" % chance.choice(
        [b"gzip", b"deflate", b"br", b"zstd", b"x", b"\x01"]) + chance.randbytes(3000),
    "gzip bit by bit": lambda chance: OK + b"Content-Encoding: gzip\r\n\r\n\x1f\x8b\x08" + chance.randbytes(3000),
    "another protocol": lambda chance: chance.choice(
        [b"\r\n\r\n", b"SSH-2.0-x\r\n", b"220 mail\r\n", b"\x16\x03\x01\0\0", b"\0\0\x12\x04\0\0\0\0\0", b"<rss/>",
         b""]),
    "upgrade to HTTP/2": constant(
        b"HTTP/1.1 101 Switch\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n\0\0\0\x04\0\0\0\0\0"),
    "status that is none": lambda chance: b"HTTP/%s\r\n x: folded\r\n\r\n" % chance.choice(
        [b"1.1 2", b"1.1 99999", b"1.1 -200 OK", b"9.9 200 OK", b"2 200", b"1.1", b"1.1 2 0 0",
         b"1.1 000 OK"]) + DOCUMENT,
    "addresses that are none": lambda chance: b"HTTP/1.1 302 Found\r\nLocation: %s\r\n\r\n" % chance.choice(
        [b"http://[", b"\x01", b"//", b"http:///", b"x" * 60_000, b"/\xff\xfe", b"javascript:1",
         b"http://127.0.0.1:99999/"]),
    "mutated": mutated,
    "noise": noise,
}
# Half of what is drawn.
COMMON = [name for name in ANSWERS if name.startswith("folded") and "trailer" not in name]


def draw(chance):
    """The name of an answer: every second one has a folded first header line."""
    return chance.choice(COMMON if chance.random() < 0.5 else sorted(ANSWERS))


def pieces(answer, chance):
    """The answer as it is sent: in one piece, or in several."""
    if chance.random() < 0.6 or len(answer) > 100_000:
        return [answer]
    cuts = sorted(chance.randrange(len(answer) + 1) for _ in range(chance.randint(1, 4)))
    return [answer[start:end] for start, end in zip([0, *cuts], [*cuts, len(answer)])]


def chance_for(*what):
    return random.Random("/".join(map(str, what)))
