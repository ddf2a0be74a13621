// swift-tools-version: 6.2
import PackageDescription

/// One house, many rooms: each module has one reason to exist, and `Documentation/Architecture.md` tells it.
/// Folders in `Plugins/` are feed plugins (sources, filters, formats, sinks), not SwiftPM build plugins.

let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

func plugin(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name,
        dependencies: ["FeedStages", "FeedConfiguration", "FeedMessages", "FeedModel", "FeedSystem"] + dependencies,
        path: "Plugins/\(name)", swiftSettings: swiftSettings)
}

/// Tests of a module; files in `Fixtures` beside them are read from where they lie.
func tests(of name: String, _ dependencies: [Target.Dependency] = [], fixtures: Bool = false) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name), "FeedMessages"] + dependencies,
        exclude: fixtures ? ["Fixtures"] : [], swiftSettings: swiftSettings)
}

let standardPlugins: [Target.Dependency] = [
    "Qiita", "GoogleNews", "Zenn", "Hatena", "WebFeed", "JSONList", "HTMLList", "FileSource",
    "StandardFilters", "StandardFormats", "CommandStages", "StdoutSink", "FileSink", "WebhookSink", "SlackSink",
    "DiscordSink", "TeamsSink", "NtfySink", "MastodonSink", "MailSink",
]

let package = Package(
    name: "kawaraban",
    products: [
        .executable(name: "kawaraban", targets: ["kawaraban"]),
        .library(
            name: "Kawaraban",
            targets: [
                "FeedModel", "FeedMessages", "FeedJSON", "FeedHTML", "FeedSystem", "FeedPatterns", "FeedPrograms",
                "FeedConfiguration",
                "FeedStages", "FeedParsing", "FeedPages", "FeedLists", "FeedRendering", "FeedSelecting", "FeedStories",
                "StandardPlugins",
                "FeedCommand",
            ]),
        .library(name: "FeedPosting", targets: ["FeedPosting"]),
        .library(name: "FeedTesting", targets: ["FeedTesting"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CProcess"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "CLibCurl", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CLibPQ", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CSupervisor"),
        // The archive itself, as the names of the shared library differ between the releases of Debian.
        .target(name: "CGumbo", linkerSettings: [.linkedLibrary(":libgumbo.a")]),

        module("FeedModel"),
        module("FeedMessages", ["FeedModel"]),
        module("FeedJSON", ["FeedMessages"]),
        module("FeedHTML", ["FeedModel"]),
        module("FeedSystem", ["FeedMessages", "FeedModel", "CLibCrypto", "CMalloc"]),
        module("FeedPatterns", ["FeedModel", "CPCRE2"]),
        module("FeedPrograms", ["FeedMessages", "FeedSystem", "FeedModel", "CSupervisor"]),
        module("FeedConfiguration", ["FeedSystem", "FeedMessages", "FeedModel", "FeedPrograms", "CLibYAML"]),
        module(
            "FeedStages",
            [
                "FeedMessages",
                "FeedConfiguration", "FeedPrograms", "FeedSystem", "FeedModel",
                .product(name: "Logging", package: "swift-log"),
            ]),
        module("FeedParsing", ["FeedMessages", "FeedModel", "FeedHTML", "FeedJSON", "CLibXML2"]),
        module("FeedRendering", ["FeedMessages", "FeedModel", "FeedHTML", "FeedJSON"]),
        module("FeedStories", ["FeedModel"]),
        module("FeedSelecting", ["FeedMessages", "FeedConfiguration", "FeedModel", "FeedJSON"]),
        module(
            "FeedPages",
            [
                "FeedMessages", "FeedSelecting", "FeedConfiguration", "FeedParsing", "FeedHTML", "FeedModel", "CGumbo",
                "CLibXML2",
            ]),
        module(
            "FeedLists",
            [
                "FeedMessages",
                "FeedStages", "FeedPages", "FeedSelecting", "FeedParsing", "FeedConfiguration", "FeedSystem",
                "FeedModel",
                "FeedJSON",
            ]),
        module(
            "FeedPosting",
            ["FeedMessages", "FeedStages", "FeedModel", "FeedConfiguration", "FeedRendering", "FeedJSON"]),
        module(
            "FeedTransport",
            [
                "FeedMessages", "FeedStages", "FeedPrograms", "FeedSystem", "FeedJSON", "FeedModel",
                "FeedConfiguration", "CLibCurl",
            ]),
        module(
            "FeedState", ["FeedMessages", "FeedStages", "FeedSystem", "FeedModel", "FeedJSON", "CSQLite", "CLibPQ"]),
        module(
            "FeedEngine",
            [
                "FeedMessages",
                "FeedStages", "FeedPrograms", "FeedSystem", "FeedJSON", "FeedModel", "FeedConfiguration", "FeedState",
                .product(name: "Logging", package: "swift-log"),
            ]),
        module(
            "FeedCommand",
            [
                "FeedMessages",
                "FeedEngine", "FeedTransport", "FeedState", "FeedStages", "FeedConfiguration", "FeedModel", "FeedJSON",
                "FeedStories", "FeedParsing", "FeedRendering", "FeedPrograms", "FeedSystem", "CProcess",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        module(
            "FeedTesting",
            [
                "FeedMessages",
                "FeedStages", "FeedSystem", "FeedModel", "FeedConfiguration",
                .product(name: "Logging", package: "swift-log"),
            ]),

        // For tests alone: a machine's clock and disk, TLS and HTTP/2 servers on the loopback interface. No product links
        // OpenSSL's libssl.
        .target(
            name: "CLoopbackTLS", path: "Tests/CLoopbackTLS",
            linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        .target(
            name: "MachineLaboratory", dependencies: ["FeedStages", "FeedSystem"], path: "Tests/MachineLaboratory",
            swiftSettings: swiftSettings),
        .target(
            name: "PostgreSQLLaboratory",
            dependencies: ["MachineLaboratory", "FeedTesting", "FeedState", "FeedStages", "FeedModel"],
            path: "Tests/PostgreSQLLaboratory", swiftSettings: swiftSettings),
        .target(
            name: "LoopbackLaboratory",
            dependencies: ["CLoopbackTLS", "MachineLaboratory", "FeedTesting", "FeedSystem"],
            path: "Tests/LoopbackLaboratory", swiftSettings: swiftSettings),

        plugin("Qiita", ["FeedJSON", "FeedParsing"]),
        plugin("GoogleNews", ["FeedPages", "FeedParsing", "FeedHTML"]),
        plugin("Zenn"),
        plugin("Hatena", ["FeedParsing", "FeedJSON"]),
        plugin("WebFeed", ["FeedParsing"]),
        plugin("JSONList", ["FeedLists", "FeedPages", "FeedSelecting", "FeedParsing", "FeedHTML", "FeedJSON"]),
        plugin(
            "HTMLList",
            ["FeedPatterns", "FeedLists", "FeedPages", "FeedSelecting", "FeedParsing", "FeedHTML", "FeedJSON"]),
        plugin("FileSource"),
        plugin("StandardFilters", ["FeedHTML", "FeedPatterns", "FeedStories"]),
        plugin("StandardFormats", ["FeedRendering"]),
        plugin("CommandStages", ["FeedPrograms", "FeedJSON"]),
        plugin("StdoutSink", ["FeedRendering"]),
        plugin("FileSink"),
        plugin("WebhookSink", ["FeedPosting", "FeedJSON", "FeedRendering"]),
        plugin("SlackSink", ["FeedPosting", "FeedJSON"]),
        plugin("DiscordSink", ["FeedPosting", "FeedJSON"]),
        plugin("TeamsSink", ["FeedPosting", "FeedJSON"]),
        plugin("NtfySink", ["FeedPosting", "FeedJSON"]),
        plugin("MastodonSink", ["FeedPosting", "FeedJSON"]),
        plugin("MailSink", ["FeedPosting", "FeedPrograms", "FeedRendering", "FeedSelecting"]),
        .target(
            name: "StandardPlugins", dependencies: ["FeedStages"] + standardPlugins, path: "Plugins/Standard",
            swiftSettings: swiftSettings),

        .target(
            name: "FuzzTargets",
            dependencies: [
                "FeedParsing", "FeedRendering", "FeedHTML", "FeedConfiguration", "FeedJSON", "FeedModel", "FeedStages",
                "FeedTesting", "FeedTransport", "FeedState", "FeedEngine", "FeedCommand", "StandardPlugins", "Qiita",
                "GoogleNews", "JSONList", "FeedMessages", "FeedSelecting", "FeedPages", "MachineLaboratory",
            ],
            path: "Fuzzing/Targets", swiftSettings: swiftSettings),
        .executableTarget(
            name: "replay", dependencies: ["FuzzTargets"], path: "Fuzzing/Replay", swiftSettings: swiftSettings),

        .executableTarget(
            name: "kawaraban", dependencies: ["FeedCommand", "StandardPlugins"],
            swiftSettings: swiftSettings,
            // Every address of a library is looked up at the start, and the table of them can be written no more. Nothing
            // looks for the program's own symbols, which Swift would list for libraries that are loaded later.
            linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "--no-export-dynamic"])]),

        .executableTarget(
            name: "parse-benchmark", dependencies: ["FeedParsing", "FeedHTML", "FeedModel"],
            path: "Benchmarks/ParseBenchmark", swiftSettings: swiftSettings),

        .executableTarget(
            name: "list-benchmark",
            dependencies: [
                "JSONList", "HTMLList", "FeedStages", "FeedSystem", "FeedConfiguration", "FeedModel", "FeedJSON",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Benchmarks/ListBenchmark", swiftSettings: swiftSettings),
        .executableTarget(
            name: "claim-benchmark", dependencies: ["FeedState", "FeedStages", "FeedSystem", "FeedModel"],
            path: "Benchmarks/ClaimBenchmark", swiftSettings: swiftSettings),
        .executableTarget(
            name: "story-benchmark", dependencies: ["FeedStories", "FeedModel"], path: "Benchmarks/StoryBenchmark",
            swiftSettings: swiftSettings),

        tests(
            of: "FeedCommand",
            [
                "FeedEngine", "FeedState", "FeedStages", "FeedSystem", "FeedConfiguration", "FeedModel", "FeedJSON",
                "FeedRendering", "FeedTesting", "MachineLaboratory", "StandardPlugins",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        tests(of: "FeedSystem", ["FeedTesting", "MachineLaboratory"]),
        tests(of: "FeedStages", ["FeedSystem", "FeedJSON", "FeedTesting"]),
        tests(of: "FeedPatterns", ["FeedTesting"]),
        tests(of: "FeedPrograms", ["FeedTesting", "FeedSystem", "MachineLaboratory"]),
        tests(
            of: "CommandStages",
            [
                "FeedTesting", "FeedPrograms", "FeedStages", "FeedConfiguration", "FeedModel", "WebFeed",
                "StandardFormats",
            ]),
        tests(
            of: "StandardFilters",
            ["FeedTesting", "MachineLaboratory", "FeedPatterns", "FeedStages", "FeedConfiguration", "FeedModel"],
            fixtures: true),
        tests(
            of: "WebhookSink",
            [
                "FeedTesting", "FeedSystem", "FeedStages", "FeedConfiguration", "FeedModel", "FeedJSON",
                "FeedRendering",
            ]),
        tests(of: "FeedPosting", ["FeedTesting", "FeedConfiguration", "FeedModel", "FeedStages"]),
        tests(of: "SlackSink", ["FeedTesting", "FeedPosting", "FeedStages", "FeedModel", "FeedJSON"]),
        tests(of: "DiscordSink", ["FeedTesting", "FeedPosting", "FeedStages", "FeedModel", "FeedJSON"]),
        tests(
            of: "TeamsSink",
            ["FeedTesting", "FeedPosting", "FeedConfiguration", "FeedStages", "FeedModel", "FeedJSON"]),
        tests(
            of: "NtfySink", ["FeedTesting", "FeedPosting", "FeedConfiguration", "FeedStages", "FeedModel", "FeedJSON"]),
        tests(
            of: "MastodonSink",
            ["FeedTesting", "FeedPosting", "FeedConfiguration", "FeedStages", "FeedModel", "FeedJSON"]),
        tests(
            of: "MailSink",
            [
                "FeedTesting", "FeedPosting", "FeedPrograms", "FeedRendering", "FeedStages", "FeedSystem",
                "FeedConfiguration", "FeedModel",
            ], fixtures: true),
        tests(of: "StdoutSink", ["FeedTesting", "FeedSystem", "FeedStages", "FeedModel"]),
        tests(of: "FileSink", ["FeedTesting", "FeedStages", "FeedConfiguration", "FeedModel"]),
        tests(of: "Qiita", ["FeedTesting", "FeedStages", "FeedConfiguration", "FeedModel"]),
        tests(of: "Zenn", ["FeedTesting", "FeedStages", "FeedConfiguration"]),
        tests(of: "JSONList", ["FeedTesting", "FeedStages", "FeedConfiguration", "FeedModel", "FeedJSON"]),
        tests(
            of: "HTMLList",
            ["JSONList", "FeedTesting", "FeedPages", "FeedStages", "FeedConfiguration", "FeedModel", "FeedJSON"],
            fixtures: true),
        tests(of: "FileSource", ["FeedTesting", "FeedStages", "FeedConfiguration", "FeedModel"]),
        tests(of: "GoogleNews", ["FeedTesting", "FeedStages", "FeedConfiguration", "FeedModel"]),
        tests(of: "Hatena", ["FeedTesting", "FeedStages", "FeedConfiguration", "FeedModel"]),
        tests(of: "StandardPlugins", ["FeedTesting", "FeedStages", "FeedConfiguration", "FeedEngine", "FeedModel"]),
        .testTarget(
            name: "FeedMessagesTests", dependencies: ["FeedMessages", "FeedModel"], swiftSettings: swiftSettings),
        tests(of: "FeedModel", ["FeedTesting"]),
        tests(of: "FeedStories", ["FeedModel"], fixtures: true),
        tests(of: "FeedConfiguration", ["FeedSystem", "FeedTesting", "MachineLaboratory"]),
        tests(of: "FeedJSON", ["FeedModel"]),
        tests(of: "FeedSelecting", ["FeedModel", "FeedJSON"]),
        tests(of: "FeedPages", ["FeedSelecting", "FeedModel", "FeedJSON"], fixtures: true),
        .executableTarget(
            name: "page-tree", dependencies: ["FeedPages", "FeedSelecting", "FeedJSON"], path: "Tests/PageTreePrinter",
            swiftSettings: swiftSettings),
        tests(
            of: "FeedTransport",
            [
                "LoopbackLaboratory", "MachineLaboratory", "FeedTesting", "FeedStages", "FeedPrograms", "FeedSystem",
                "FeedModel", "FeedConfiguration",
            ]),
        .target(
            name: "FeedHabits", dependencies: ["FeedState", "FeedStages", "FeedModel", "FeedTesting"],
            path: "Benchmarks/FeedHabits", swiftSettings: swiftSettings),
        .executableTarget(
            name: "habits", dependencies: ["FeedHabits", "FeedModel"], path: "Benchmarks/HabitTrial",
            swiftSettings: swiftSettings),
        .target(
            name: "OrdinaryYear",
            dependencies: [
                "FeedHabits", "FeedEngine", "FeedState", "FeedStages", "FeedSystem", "FeedConfiguration", "FeedModel",
                "FeedTesting", "MachineLaboratory", "StandardPlugins",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Benchmarks/OrdinaryYear", swiftSettings: swiftSettings),
        .executableTarget(
            name: "year", dependencies: ["OrdinaryYear"], path: "Benchmarks/YearTrial", swiftSettings: swiftSettings),
        tests(of: "OrdinaryYear", ["FeedTesting"]),
        tests(
            of: "FeedState",
            [
                "FeedTesting", "FeedModel", "FeedStages", "FeedSystem", "FeedHabits", "MachineLaboratory",
                "PostgreSQLLaboratory",
            ]),
        tests(
            of: "FeedEngine",
            [
                "FeedHabits", "FeedTesting", "MachineLaboratory", "PostgreSQLLaboratory", "FeedModel", "FeedStages",
                "FeedState", "FeedConfiguration", "FeedTransport", "FeedSystem", "FeedRendering", "StandardFilters",
                .product(name: "Logging", package: "swift-log"),
            ]),
        tests(of: "FeedRendering", ["FeedModel", "FeedJSON"], fixtures: true),
        tests(
            of: "StandardFormats",
            ["FeedModel", "FeedStages", "FeedTesting", "FeedConfiguration", "FeedJSON", "FeedParsing"]),
        tests(of: "FeedHTML", ["FeedModel", "FeedTesting", "FuzzTargets"]),
        tests(of: "FuzzTargets", ["FeedStages", "FeedSystem"]),
        .executableTarget(
            name: "private-network", dependencies: ["FeedSystem", "FeedStages"], path: "Tests/PrivateNetwork",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "kawaraban", "private-network", "FeedTesting", "FeedTransport", "FeedRendering", "FeedStages",
                "FeedState", "FeedSystem",
                "LoopbackLaboratory", "MachineLaboratory", "PostgreSQLLaboratory",
            ],
            exclude: ["Fixtures"], swiftSettings: swiftSettings),
        tests(
            of: "FeedParsing", ["FeedTesting", "MachineLaboratory", "FeedModel", "FeedJSON", "FeedRendering"],
            fixtures: true),
        tests(of: "WebFeed", ["FeedTesting", "FeedStages", "FeedConfiguration", "FeedModel"]),
    ],
    swiftLanguageModes: [.v6]
)

// The fuzzer has libFuzzer's `main`: it is built where it is asked for, with `--sanitize=fuzzer` (see `make fuzz`).
if Context.environment["KAWARABAN_FUZZING"] != nil {
    package.targets.append(
        .executableTarget(
            name: "fuzz", dependencies: ["FuzzTargets"], path: "Fuzzing/Runner", swiftSettings: swiftSettings))
}
