import ArgumentParser
import FeedEngine
import FeedStages

/// What a shell offers for a word of the command line: names of the configuration that this line names, and of plugins.
///
/// It only reads that file. It prints no error: what cannot be told is not offered.
enum Completion {
    /// The stages of the program. They are set while a shell asks.
    @TaskLocal static var registry: PluginRegistry?

    /// Returns the names of the configuration for a word.
    fileprivate static func names(
        _ words: [String], _ index: Int, _ prefix: String, _ choose: (ConfiguredNames) -> [String]
    ) -> [String] {
        guard let registry,
            let path = configuration(of: words, besides: index, home: ProcessEnvironment.variables["HOME"])
        else { return [] }
        return shown(choose(ConfiguredNames(path: path, registry: registry)), words, index, prefix)
    }

    /// Returns the names of plugins for a word.
    fileprivate static func plugins(
        _ words: [String], _ index: Int, _ prefix: String, _ choose: (PluginRegistry) -> [String]
    ) -> [String] {
        registry.map { shown(choose($0), words, index, prefix) } ?? []
    }

    private static func shown(_ candidates: [String], _ words: [String], _ index: Int, _ prefix: String) -> [String] {
        let typed = words.indices.contains(index) ? words[index] : prefix
        return ShellText(shell: .requesting, typed: typed).lines(candidates)
    }

    /// Returns the path that `--config` gives on a line, as it is typed; the usual one if there is none; nil if only the
    /// shell knows it.
    static func configuration(of words: [String], besides index: Int, home: String?) -> String? {
        var path: String? = CommonOptions.usualConfiguration
        var isNext = false
        for (place, word) in words.enumerated() where place != 0 && place != index {
            if isNext {
                path = TypedWord(word).path(home: home)
                isNext = false
            } else if word == "--" {
                break
            } else if word == "-c" || word == "--config" {
                isNext = true
            } else if let name = ["--config=", "-c="].first(where: word.hasPrefix) {
                path = TypedWord(word.dropFirst(name.count)).path(home: home)
            }
        }
        return path
    }
}

extension CompletionKind {
    /// Names of sources.
    static var sources: CompletionKind { .custom { Completion.names($0, $1, $2, \.sources) } }
    /// Names of sinks.
    static var sinks: CompletionKind { .custom { Completion.names($0, $1, $2, \.sinks) } }
    /// Names of pipelines.
    static var pipelines: CompletionKind { .custom { Completion.names($0, $1, $2, \.pipelines) } }
    /// Formats of digests.
    static var formats: CompletionKind { .custom { Completion.plugins($0, $1, $2) { $0.formats.keys.sorted() } } }
    /// Types of plugins of all kinds.
    static var types: CompletionKind {
        .custom { Completion.plugins($0, $1, $2) { Set($0.manuals.map(\.type)).sorted() } }
    }
    /// What can read a document: parsers, and sources with a parser.
    static var parsers: CompletionKind {
        .custom { Completion.plugins($0, $1, $2) { Set($0.parsers.keys).union($0.sources.keys).sorted() } }
    }
    /// The beginnings of short forms of sources: `zenn:`, and `zenn` if it needs no value.
    static var shortForms: CompletionKind {
        .custom { Completion.plugins($0, $1, $2, \.beginningsOfShortForms) }
    }
}

extension PluginRegistry {
    fileprivate var beginningsOfShortForms: [String] {
        manuals.filter { $0.kind == .source }.flatMap { manual in
            let beginnings = manual.shortForms.map { form in
                form.firstIndex(of: ":").map { String(form[...$0]) } ?? form
            }
            return Set(beginnings).sorted()
        }
    }
}
