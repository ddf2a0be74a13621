#!/usr/bin/env python3
"""Reads letters (FOLDER/*.eml) with Python's email package, and compares them with what was composed (*.json).

Prints a line for each difference; the last line has the number of letters and of differences.
"""
import base64
import email
import email.header
import email.policy
import email.utils
import json
import re
import sys
from pathlib import Path

FIELDS = ["Message-ID", "Date", "From", "To", "Subject", "List-Id", "Auto-Submitted", "Precedence", "Content-Language",
          "MIME-Version", "Content-Type"]


def problems(raw, wanted):
    yield from form(raw)
    letter = email.message_from_bytes(raw, policy=email.policy.default)
    if letter.keys() != FIELDS:
        yield f"fields {letter.keys()}"
    parts = list(letter.walk())
    for part in parts:
        for defect in part.defects:
            yield f"defect {defect!r}"
    for name, value in letter.items():
        for defect in value.defects:
            yield f"defect {defect!r} in {name}"
    if [part.get_content_type() for part in parts] != ["multipart/alternative", "text/plain", "text/html"]:
        yield f"parts {[part.get_content_type() for part in parts]}"
        return
    if letter["Subject"] != wanted["subject"]:
        yield f"subject {letter['Subject']!r} is not {wanted['subject']!r}"
    # The newer parser keeps the blanks between the encoded words of a name, which RFC 2047 §6.2 removes.
    field = email.message_from_bytes(raw)["To"]
    people = [[str(email.header.make_header(email.header.decode_header(name))), address]
              for name, address in email.utils.getaddresses([field])]
    if people != wanted["to"] or [a.addr_spec for a in letter["To"].addresses] != [p[1] for p in people]:
        yield f"to {people!r} is not {wanted['to']!r}"
    if letter["Message-ID"] != wanted["id"]:
        yield f"id {letter['Message-ID']!r} is not {wanted['id']!r}"
    for part, name in [(parts[1], "text"), (parts[2], "html")]:
        content = part.get_payload(decode=True)
        if content.replace(b"\r\n", b"\n") != base64.b64decode(wanted[name]):
            yield f"{name} differs"
        if re.search(rb"(?<!\r)\n|\r(?!\n)|\0", content):
            yield f"{name} has a bare CR or LF, or NUL"


def form(raw):
    if re.search(rb"(?<!\r)\n|\r(?!\n)|\0|[\x80-\xff]", raw):
        yield "bare CR or LF, NUL, or more than ASCII"
    head, body = raw.split(b"\r\n\r\n", 1)
    for line in head.split(b"\r\n"):
        if len(line) > (998 if line.startswith((b"Message-ID", b"Content-Type", b"List-")) else 76):
            yield f"header line of {len(line)} bytes"
        for word in re.findall(rb"=\?[^? ]*\?[^? ]*\?[^? ]*\?=", line):
            if len(word) > 75:
                yield f"encoded word of {len(word)} bytes"
            base64.b64decode(word[10:-2], validate=True).decode()
    for line in body.split(b"\r\n"):
        if len(line) > 76:
            yield f"body line of {len(line)} bytes"
        if line.startswith((b"From ", b".")):
            yield "a line that a mailbox or a server changes"


def main():
    folder = Path(sys.argv[1])
    letters = sorted(folder.glob("*.eml"))
    count = 0
    for path in letters:
        for problem in problems(path.read_bytes(), json.loads(path.with_suffix(".json").read_text())):
            count += 1
            print(f"{path.name}: {problem}")
    print(f"{len(letters)} letters, {count} differences")


main()
