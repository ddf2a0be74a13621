#!/usr/bin/env python3
"""Writes Sources/FeedModel/Folding/FoldingTable+Unicode.swift from Python's Unicode data.

Each assigned character is mapped to its NFKC form, and by a second table to its NFKC_Casefold form (Unicode, chapter 3,
D145-D147; UAX #15), except:
- the marks TM and SM, which follow names and are ignored;
- hyphens and quotation marks of typesetters, which become those of a keyboard;
- voice marks that stand alone (U+309B, U+309C), which join the kana before them;
- the wave dash, which becomes the full-width tilde's form; small KA and KE, which become large.
"""
import unicodedata
from pathlib import Path

PATH = Path(__file__).resolve().parent.parent / "Sources/FeedModel/Folding/FoldingTable+Unicode.swift"
OWN = {
    0x2122: "", 0x2120: "", 0x309B: "\u3099", 0x309C: "\u309A", 0x301C: "~", 0x30F5: "カ", 0x30F6: "ケ",
    **{code: "-" for code in (0x2010, 0x2011, 0x2012, 0x2013, 0x2212)},
    **{code: "'" for code in (0x2018, 0x2019)}, **{code: '"' for code in (0x201C, 0x201D)},
}
IGNORABLE = [
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
]


def ignorable(code):
    return any(first <= code <= last for first, last in IGNORABLE)


def mapped(text):
    return "".join("" if ignorable(ord(c)) else OWN.get(ord(c), c) for c in text)


def closed(text, step):
    """Repeats a step until nothing changes."""
    for _ in range(8):
        after = mapped(unicodedata.normalize("NFKC", step(mapped(text))))
        if after == text:
            break
        text = after
    return text


def exact(char):
    return closed(char, lambda text: text)


def caseless(char):
    return closed(char, lambda text: unicodedata.normalize("NFD", text).casefold())


def scalars():
    for code in range(0x80, 0x110000):
        if 0xD800 <= code < 0xE000 or 0xAC00 <= code < 0xD7A4:
            continue
        if unicodedata.category(chr(code)) in ("Cn", "Co") and not ignorable(code):
            continue
        yield code


def entries(table):
    """Lines `first-last/step:target`, where single targets count up with the characters."""
    found, codes = [], sorted(table)
    place = 0
    while place < len(codes):
        first = codes[place]
        target = table[first]
        best = (first, 1)
        if len(target) == 1:
            for step in (1, 2):
                last = first
                while table.get(last + step) == chr(ord(target) + last + step - first):
                    last += step
                    if any(code in table for code in range(last - step + 1, last)):
                        last -= step
                        break
                if last - first > best[0] - first:
                    best = (last, step)
        last, step = best
        if last > first:
            found.append(f"{first:X}-{last:X}{'/2' if step == 2 else ''}:{ord(target):X}")
        else:
            found.append(f"{first:X}:{'+'.join(f'{ord(c):X}' for c in target)}")
        place = next((i for i in range(place, len(codes)) if codes[i] > last), len(codes))
    return found


def ranges(codes):
    found = []
    for code in codes:
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return [f"{a:X}-{b:X}" for a, b in found]


def literal(name, what, words):
    lines, line = [], ""
    for word in words:
        if len(line) + len(word) > 108:
            lines.append(line)
            line = ""
        line += (" " if line else "") + word
    lines.append(line)
    body = "\n".join(f"        {line}" for line in lines)
    return f'    /// {what}\n    static let {name}: StaticString = """\n{body}\n        """\n'


def main():
    codes = list(scalars())
    plain = {code: exact(chr(code)) for code in codes}
    plain = {code: text for code, text in plain.items() if text != chr(code)}
    case = {}
    for code in codes:
        text = caseless(chr(code))
        if text != plain.get(code, chr(code)):
            case[code] = text
    pairs = []
    seconds = set(range(0x1161, 0x1176)) | set(range(0x11A8, 0x11C3))
    for code in codes:
        parts = unicodedata.decomposition(chr(code))
        if not parts or parts.startswith("<") or len(parts.split()) != 2:
            continue
        if unicodedata.normalize("NFC", chr(code)) != chr(code):
            continue
        first, second = (int(part, 16) for part in parts.split())
        seconds.add(second)
        pairs.append(f"{first:X}+{second:X}:{code:X}")
    marks = sorted(seconds | {code for code in codes if unicodedata.combining(chr(code))})
    text = (
        f"/// Unicode {unicodedata.unidata_version}, written by Scripts/generate-folding.py. Numbers are hexadecimal.\n"
        "extension FoldingTable {\n"
        + literal("compatible", "Characters with their NFKC forms.", entries(plain))
        + "\n" + literal("caseless", "Characters whose NFKC_Casefold form is another.", entries(case))
        + "\n" + literal("marks", "Characters that may compose with the one before them.", ranges(marks))
        + "\n" + literal("compositions", "Pairs of characters with the character that they compose to.", pairs)
        + "}\n")
    PATH.write_text(text)


main()
