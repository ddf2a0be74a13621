#!/usr/bin/env python3
"""Builds every standard plugin from a package outside the tree, against the products alone.

Authors of other plugins must be able to write what we write here. So each folder of Plugins becomes a target of another
package, under another name (`OwnQiita`, because SwiftPM refuses equal names), and the resulting program is run.

    guests.py FOLDER            makes the package in FOLDER
"""

import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = """let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]
"""
PRODUCTS = ["Kawaraban", "FeedPosting"]


def copied(source: Path, target: Path, plugins: list[str]) -> None:
    """Copies a folder of Swift files; plugins are imported under their other names."""
    names = "|".join(plugins)
    for file in sorted(source.rglob("*.swift")):
        text = re.sub(rf"^((?:public )?import )({names})$", r"\1Own\2", file.read_text(), flags=re.M)
        place = target / file.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.exists() or place.read_text() != text:
            place.write_text(text)


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    folders = sorted(path.name for path in (ROOT / "Plugins").iterdir() if path.is_dir())
    plugins = [name for name in folders if name != "Standard"]
    shutil.rmtree(folder / "Sources", ignore_errors=True)
    for name in plugins:
        copied(ROOT / "Plugins" / name, folder / "Sources" / f"Own{name}", plugins)
    copied(ROOT / "Plugins" / "Standard", folder / "Sources" / "own-standard", plugins)
    (folder / "Sources" / "own-standard" / "main.swift").write_text(
        "import FeedCommand\n\nKawarabanCommand.main(registry: try StandardPlugins.registry())\n")

    products = ", ".join(f'.product(name: "{name}", package: "kawaraban")' for name in PRODUCTS)
    targets = [f'    .target(name: "Own{name}", dependencies: products, swiftSettings: settings),' for name in plugins]
    own = ", ".join(f'"Own{name}"' for name in plugins)
    (folder / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription

{SETTINGS}
let products: [Target.Dependency] = [{products}]

let package = Package(
    name: "own-standard",
    dependencies: [.package(name: "kawaraban", path: "{ROOT}")],
    targets: [
{chr(10).join("    " + target for target in targets)}
        .executableTarget(name: "own-standard", dependencies: products + [{own}], swiftSettings: settings),
    ]
)
""")
    print(f"{len(plugins)} standard plugins: {' '.join(plugins)}")


main()
