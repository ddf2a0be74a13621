#!/usr/bin/env python3
"""Shows a digest to headless Chromium: everything that the sanitiser leaves is shown, and nothing else happens (X15).

    browser.py [--binary release|debug|PATH] [--pictures FOLDER]

The digest has ordinary entries (pictures, sounds) and hostile ones. Each hostile entry would request an address below
/canary/ if any part of it were active. Then a page around the digest tries what a gap in the sanitiser would allow:
scripts, frames, forms, another base. Exits with 1 if anything ran, was sent or requested, or was not shown.
"""
import argparse
import base64
import json
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import wave
import zlib

from chromium import chromium
from loopback import LoopbackServer
from world import binary_of

SECONDS = 60
CONFIGURATION = """version: 1
settings: { timezone: Asia/Tokyo, locale: ja }
sources: { lines: { type: file, path: feed.json } }
sinks: { page: { type: file, path: digest.html, format: html, bodies: full, brief_after: 100 } }
pipelines: { all: { title: 見本, sources: [lines], sinks: [page] } }
"""
# Each with `CANARY` where an address could be asked for.
HOSTILE = [
    "<script>top.hasRun = true</script><script src=CANARY></script>", "<img src=x onerror='top.hasRun = true'>",
    "<iframe src=CANARY></iframe><object data=CANARY></object><embed src=CANARY>",
    "<base href=CANARY><meta http-equiv=refresh content='0;url=CANARY'>", "<link rel=stylesheet href=CANARY>",
    "<style>@import url(CANARY); body { background: url(CANARY) }</style><p style='background: url(CANARY)'>x</p>",
    "<form action=CANARY><input autofocus onfocus='this.form.submit()'><button>x</button></form>",
    "<svg onload='top.hasRun = true'><image href=CANARY /><script>top.hasRun = true</script></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror='top.hasRun = true'>",
    "<details open ontoggle='top.hasRun = true'><summary>x</summary></details>",
    "<video><source onerror='top.hasRun = true' src=x></video><audio src=x onerror='top.hasRun = true'></audio>",
    "<a href='javascript:top.hasRun = true' autofocus onfocus='top.hasRun = true'>x</a>",
    "<noscript><p title='</noscript><img src=x onerror=top.hasRun=true>'></noscript>",
    "<body onload='top.hasRun = true' background=CANARY><table background=CANARY><tr><td>x</td></tr></table>",
    "<img srcset='javascript:top.hasRun=true 1x' src='data:text/html,<script>top.hasRun=true</script>'>",
    "<!--><img src=x onerror='top.hasRun = true'>--><![CDATA[<script>top.hasRun = true</script>]]>",
]
REFUSED = {
    "script": "script-src-elem", "handler": "script-src-attr", "frame": "frame-src", "object": "object-src",
    "stylesheet": "style-src-elem", "font": "font-src", "request": "connect-src", "form": "form-action",
    "base": "base-uri"}


def png(width):
    """A square of noise, so that it is no stand-in for a picture."""
    rows = b"".join(b"\0" + bytes((x * 7 + y * 13) % 251 for x in range(width * 3)) for y in range(width))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, width, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def wav(folder):
    path = folder / "sound.wav"
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(1)
        sound.setframerate(8000)
        sound.writeframes(b"\x80" * 8000)
    return path.read_bytes()


def feed(port):
    """What must be shown, and what must not live, as JSON Feed."""
    here = f"http://127.0.0.1:{port}"
    inline = "data:image/png;base64," + base64.b64encode(png(24)).decode()
    bodies = [
        f"<p>picture</p><img alt='picture' src='{here}/picture.png'>", f"<p>inline</p><img alt='inline' src='{inline}'>",
        f"<p>sound</p><audio title='sound' src='{here}/sound.wav'></audio>",
        f"<p>film</p><video title='film'><source src='{here}/sound.wav'></video>",
    ]
    bodies += [f"<p>before</p>{body.replace('CANARY', f'{here}/canary/{number}')}<p>after</p>"
               for number, body in enumerate(HOSTILE)]
    items = [{"id": str(number), "url": f"{here}/entry/{number}", "title": f"Entry {number}", "content_html": body,
              "summary": f"What entry {number} is about."}
             for number, body in enumerate(bodies)]
    return json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "Lines", "items": items})


class Stage:
    """Serves the digest and the page around it, and counts what must not be asked for."""

    def __init__(self, folder):
        self.files = {"/picture.png": ("image/png", png(32)), "/sound.wav": ("audio/wav", wav(folder))}
        self.canaries = []
        self.report = None
        self.has_report = threading.Event()
        self.server = LoopbackServer(self.serve)

    def serve(self, connection):
        while request := connection.read_request():
            if request.target.startswith("/canary/"):
                self.canaries.append(request.target)
            if request.target == "/report":
                self.report = json.loads(request.body)
                self.has_report.set()
            kind, body = self.files.get(request.target, ("text/plain", b""))
            connection.answer(200, body, [("Content-Type", kind)])


def browse(stage, folder, pictures):
    """Lets Chromium look."""
    address = f"http://127.0.0.1:{stage.server.port}"
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
        with chromium(folder, f"--screenshot={pictures.absolute() / 'digest.png'}", "--window-size=1000,1600",
                      f"{address}/digest.html") as camera:
            if status := camera.wait(SECONDS):
                sys.exit(f"Chromium ended with {status} instead of a picture")
    with chromium(folder, f"{address}/frame.html", "--remote-debugging-port=0"):
        stage.has_report.wait(SECONDS)


def flaws(stage):
    report = stage.report
    if report is None:
        return ["the browser reported nothing"]
    found = [f"{address} was asked for" for address in stage.canaries]
    if report["hasRun"]:
        found.append("a script ran")
    if "/canary/" in report["base"]:
        found.append("addresses have another base")
    if set(report["shown"]) != {"picture", "inline", "sound", "film"}:
        found.append(f"on the page stand {sorted(report['shown'])}")
    found += [f"{name} was not shown" for name, is_shown in report["shown"].items() if not is_shown]
    found += [f"{name} was refused by \"{report['refused'].get(name)}\", not by {directive}"
              for name, directive in REFUSED.items() if report["refused"].get(name) != directive]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default="release")
    parser.add_argument("--pictures", type=pathlib.Path, help="keeps a picture of the digest there")
    options = parser.parse_args()
    if not shutil.which("chromium"):
        print("skipped: there is no Chromium (make browser installs it)")
        return
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        stage = Stage(folder)
        (folder / "feed.json").write_text(feed(stage.server.port))
        (folder / "config.yaml").write_text(CONFIGURATION)
        subprocess.run([binary_of(options.binary), "run", "-c", folder / "config.yaml"], check=True, timeout=SECONDS)
        stage.files["/digest.html"] = ("text/html", (folder / "digest.html").read_bytes())
        stage.files["/frame.html"] = (
            "text/html", (pathlib.Path(__file__).parent / "browser_frame.html").read_bytes())
        browse(stage, folder, options.pictures)
        found = flaws(stage)
    for flaw in found:
        print(flaw)
    print(f"{len(HOSTILE)} hostile entries and {len(REFUSED)} attempts behind the sanitiser in Chromium: "
          f"{len(found)} flaws")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
