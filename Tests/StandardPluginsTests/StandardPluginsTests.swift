import FeedConfiguration
import FeedEngine
import FeedModel
import FeedStages
import FeedTesting
import StandardPlugins
import Testing

@Suite("The stages that come with Kawaraban")
struct StandardPluginsTests {
    private let registry: PluginRegistry

    init() throws { registry = try StandardPlugins.registry() }

    @Test("are those that the manual promises")
    func words() {
        #expect(
            registry.sources.keys.sorted()
                == ["command", "feed", "file", "google_news", "hatena", "html", "json", "qiita", "zenn"])
        #expect(registry.parsers.keys.sorted() == ["auto", "feed", "google_news", "hatena", "html", "json", "qiita"])
        #expect(registry.formats.keys.sorted() == ["atom", "html", "json", "jsonfeed", "jsonl", "markdown", "text"])
        let filters = [
            "bookmarks", "command", "deduplicate", "drop", "hold_until", "keep", "newer_than", "sort", "stories",
            "strip_tracking",
            "take",
        ]
        #expect(registry.filters.keys.sorted() == filters)
    }

    @Test("have a type, a summary and help for each option")
    func manuals() {
        var problems: [String] = []
        for source in registry.sources.values { problems += StageConformance.problems(ofManualOf: source.stage) }
        for stage in registry.parsers.values { problems += StageConformance.problems(ofManualOf: stage) }
        for stage in registry.filters.values { problems += StageConformance.problems(ofManualOf: stage) }
        for format in registry.formats.values { problems += StageConformance.problems(ofManualOf: format.stage) }
        for sink in registry.sinks.values { problems += StageConformance.problems(ofManualOf: sink.stage) }
        #expect(problems == [])
    }

    @Test("say in Japanese, too, what they do")
    func japanese() {
        var summaries = registry.sources.values.map(\.stage.summary) + registry.parsers.values.map(\.summary)
        summaries += registry.filters.values.map(\.summary) + registry.formats.values.map(\.stage.summary)
        summaries += registry.sinks.values.map(\.stage.summary)
        let english = summaries.filter { summary in
            !summary.text(in: .ja).unicodeScalars.contains { ("\u{3040}"..."\u{30FF}").contains($0) }
        }
        #expect(english.map(\.description) == [])
    }

    @Test("do not take the names of options that every source has")
    func commonOptions() {
        for source in registry.sources.values {
            let reserved = StageConformance.commonOptions.subtracting(StageConformance.reusableOptions)
            let taken = source.stage.manual.map(\.key).filter(reserved.contains)
            #expect(taken == [], "\(source.stage.type)")
        }
        #expect(StageConformance.commonOptions == Set(CommonSourceOptions.manual.map(\.key) + ["type"]))
        #expect(StageConformance.reusableOptions == [CommonSourceOptions.titleKey])
    }

    @Test("a parser of a source's own is registered, too, for files that were saved from it")
    func ownParsers() {
        for source in registry.sources.values {
            if let parser = source.parser { #expect(registry.parsers[parser.type] != nil) }
        }
    }
}

@Suite("The configurations that come with Kawaraban")
struct ShippedConfigurationTests {
    /// The folder of the package: three levels above this file.
    private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(
        separator: "/")

    @Test("are accepted without a word, token or not", arguments: ["config.yaml", "Examples/demo/config.yaml"])
    func accepted(path: String) throws {
        let registry = try StandardPlugins.registry()
        for variables in [[:], ["QIITA_TOKEN": "abc"]] {
            let reading = PlanReader(registry: registry, purpose: .run, variables: variables)
                .read(path: Self.root + "/" + path)
            #expect(reading.diagnostics.map(\.message) == [])
            #expect(reading.plan != nil)
        }
    }
}

@Suite("What authors are told about their stages")
struct StageConformanceTests {
    @Test("a stage that throws where it is made with its sample is told with what it throws")
    func throwing() {
        #expect(
            StageConformance.problems(of: ThrowingFilter.self, sample: [:])
                == ["the sample cannot be made: bad_configuration nothing to do"])
    }
}

private struct ThrowingFilter: Filter {
    static let type = "throwing"
    static let summary: LocalizedText = "cannot be made"
    init(_ configuration: NoOptions, services: Services) throws(StageError) {
        throw StageError(.badConfiguration, subject: "nothing to do")
    }
    func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {}
}
