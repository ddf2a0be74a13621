#!/usr/bin/env python3
"""Compares the public interface of the library's modules with the one that is committed.

    public-interface.py [--write]

Needs a build for debugging (`swift build`). `swift-api-digester` reads each module of the products from that build.
Each declaration becomes a line of Documentation/Interface/MODULE.txt. Prints the lines that are new, gone or changed,
and ends with 1 if there are any. With --write these lines are committed instead; CHANGELOG.md must then tell plugin
authors why.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT = ROOT / ".build" / "debug" / "Modules"
BASELINE = ROOT / "Documentation" / "Interface"
#: Conformances that every type may have and nobody calls.
IMPLIED = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}


def products():
    """The modules that somebody outside can import, by the manifest."""
    described = subprocess.run(
        ["swift", "package", "describe", "--type", "json"], cwd=ROOT, capture_output=True, text=True, check=True)
    names = set()
    for product in json.loads(described.stdout)["products"]:
        if "library" in product["type"]:
            names.update(product["targets"])
    return sorted(names)


def dump(module, folder):
    """What the digester says of a module."""
    out = folder / f"{module}.json"
    # Of libraries as they lie there, of C code of our own as SwiftPM makes them.
    paths = [*(ROOT / "Sources").glob("C*/module.modulemap"), *BUILT.parent.glob("*.build/module.modulemap")]
    maps = [word for path in sorted(paths) for word in ("-Xcc", f"-fmodule-map-file={path}")]
    done = subprocess.run(
        ["swift-api-digester", "-dump-sdk", "-module", module, "-I", str(BUILT), "-sdk", "/", "-o", str(out),
         "-I", "/usr/include/libxml2", *maps], capture_output=True, text=True, check=False)
    if done.returncode != 0 or "Failed to load" in done.stderr + done.stdout:
        sys.exit(f"{module}: swift-api-digester failed; is it built for debugging?\n{done.stderr[-1000:]}")
    return json.loads(out.read_text())["ABIRoot"]


def attributes(node):
    """The words before a declaration that callers must know."""
    words = []
    if node.get("static"):
        words.append("static")
    if node.get("funcSelfKind") == "Mutating":
        words.append("mutating")
    if node.get("protocolReq"):
        words.append("required")
    return words


def types(node):
    """The printed types of a declaration: the result first, then the parameters; a star: it has a default."""
    return [child["printedName"] + ("*" if child.get("hasDefaultArg") else "")
            for child in node.get("children", []) if child["kind"].startswith("Type")]


def line(node, path):
    """A declaration in one line."""
    kind = node.get("declKind", node["kind"])
    words = [path, ":", kind, *attributes(node)]
    if kind == "Var":
        settable = any(a.get("accessorKind") == "set" and not a.get("isInternal") for a in node.get("accessors", []))
        words += [*types(node)[:1], "{ get set }" if settable else "{ get }"]
    elif kind in ("Func", "Constructor", "Subscript", "EnumElement", "TypeAlias", "AssociatedType"):
        found = types(node)
        if kind == "Func":
            words += ["(" + ", ".join(found[1:]) + ")", "->", *found[:1]]
        else:
            words += ["(" + ", ".join(found[1:] if kind in ("Constructor", "Subscript") else found) + ")"]
        if node.get("throwing"):
            words.append("throws")
    if node.get("genericSig"):
        words.append(node["genericSig"])
    conformances = sorted({c["name"] for c in node.get("conformances", [])} - IMPLIED)
    if conformances:
        words.append("is " + ", ".join(conformances))
    return " ".join(words)


def walk(node, path, lines):
    for child in node.get("children", []):
        if not child["kind"].startswith("Type") or child["kind"] == "TypeDecl":
            if child.get("declKind") in (None, "Import", "Accessor") or child.get("implicit") or child.get("isInternal"):
                continue
            name = f"{path}.{child['printedName']}"
            lines.append(line(child, name))
            walk(child, name, lines)


def interface(module, folder):
    lines = []
    walk(dump(module, folder), module, lines)
    return sorted(set(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="what there is now becomes what is committed")
    options = parser.parse_args()
    changed = False
    modules = products()
    with tempfile.TemporaryDirectory() as folder:
        for module in modules:
            now = interface(module, pathlib.Path(folder))
            path = BASELINE / f"{module}.txt"
            if options.write:
                path.parent.mkdir(exist_ok=True)
                path.write_text("".join(f"{text}\n" for text in now))
                continue
            before = path.read_text().splitlines() if path.exists() else []
            for text in sorted(set(before) - set(now)):
                print(f"- {text}")
            for text in sorted(set(now) - set(before)):
                print(f"+ {text}")
            changed = changed or before != now
    for path in BASELINE.glob("*.txt"):
        if path.stem not in modules:
            if options.write:
                path.unlink()
            else:
                print(f"- {path.stem} is no module of a product any more")
                changed = True
    if changed:
        print("the public interface has changed: if that is meant, run `make interface` and tell it in CHANGELOG.md")
    sys.exit(1 if changed else 0)


if __name__ == "__main__":
    main()
