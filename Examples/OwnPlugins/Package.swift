// swift-tools-version: 6.2
import PackageDescription

/// A package of its own that adds a source, a filter, two formats and a sink to the standard ones. In your package the
/// dependency is `.package(url: "…", from: "…")` instead of a path.
let package = Package(
    name: "own-kawaraban",
    dependencies: [.package(name: "kawaraban", path: "../..")],
    targets: [
        .executableTarget(
            name: "own-kawaraban",
            dependencies: [
                .product(name: "Kawaraban", package: "kawaraban"), .product(name: "FeedPosting", package: "kawaraban"),
            ]),
        .testTarget(
            name: "OwnKawarabanTests",
            dependencies: ["own-kawaraban", .product(name: "FeedTesting", package: "kawaraban")]),
    ]
)
