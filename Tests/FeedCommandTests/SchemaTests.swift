import FeedConfiguration
import FeedJSON
import FeedMessages
import FeedModel
import FeedStages
import FeedTesting
import StandardPlugins
import Testing

@testable import FeedCommand

/// The schema of configurations, which `Scripts/check-schema.py` compares with `check`.
@Suite("the schema for editors")
struct SchemaTests {
    private static func schema(
        _ language: DigestLocale = .en, adding extra: (inout PluginRegistry) throws -> Void = { _ in }
    ) throws -> JSONValue {
        var registry = try StandardPlugins.registry()
        try extra(&registry)
        return ConfigurationSchema(registry: registry, localized: Localizer(language)).document
    }

    @Test("has each plugin, also one from outside the tree, with its options, ranges and short forms")
    func plugins() throws {
        let schema = try Self.schema { try $0.add(TideSource.self) }
        let tides = try #require(schema["$defs"]?["source.tides"])
        #expect(tides["description"]?.string == "when the sea comes")
        #expect(tides["required"]?.array == [.string("harbour")])
        let metres = try #require(tides["properties"]?["metres"])
        #expect(metres["description"]?.string == "how high at least")
        #expect(metres["anyOf"]?.array?.first?["maximum"]?.int == 20)
        #expect(
            tides["properties"]?["tide"]?["anyOf"]?.array?.first?["enum"]?.array == [.string("high"), .string("low")])
        #expect(
            schema["$defs"]?["source"]?["properties"]?["type"]?["anyOf"]?.array?.first?["enum"]?.array?.contains(
                .string("tides")) == true)
        let item = try #require(schema["$defs"]?["source_item"])
        #expect(item["examples"]?.array?.contains(.string("tides:HARBOUR")) == true)
        #expect(item["anyOf"]?.array?.first?["pattern"]?.string?.contains("^tides: *") == true)
    }

    @Test("is the same at each call, and speaks the language of the terminal")
    func stable() throws {
        #expect(try Self.schema() == Self.schema())
        #expect(try Self.schema(.ja)["$defs"]?["sink_item"]?["description"]?.string == "`sinks` の名前、または短縮形")
    }

    @Test("takes the places of secrets where `check` takes them, never a bare secret")
    func secrets() throws {
        let token = try #require(try Self.schema()["$defs"]?["source.qiita"]?["properties"]?["token"])
        #expect(token["type"]?.string == "object")
        let origins = token["properties"]?.object?.members.map(\.name)
        #expect(origins == ["env", "file", "credential", "command", "optional"])
    }
}

/// A source of somebody else's.
private struct TideSource: Source {
    static let type = "tides"
    static let summary: LocalizedText = "when the sea comes"
    static let mainOption: MainOption? = "harbour"

    enum Tide: String, ConfigChoice { case high, low }

    struct Configuration: StageConfiguration {
        init(from section: ConfigSection) {
            _ = section.require("harbour", as: String.self, help: "where")
            _ = section.option("metres", default: 1, in: 0...20, help: "how high at least")
            _ = section.option("tide", as: Tide.self, help: "which")
        }
    }

    init(_ configuration: Configuration, services: Services) {}
    var canonicalRequest: String { "tides" }
    func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {}
}
