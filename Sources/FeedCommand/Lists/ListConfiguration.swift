import FeedJSON
import FeedMessages
import FeedRendering

/// The configuration of a list: a source for each feed, a pipeline for each folder.
struct ListConfiguration: Equatable {
    struct Source: Equatable {
        var name: String
        var title: String?
        var address: String
        var user: String?
        var isActive: Bool
    }

    struct Pipeline: Equatable {
        var name: String
        /// The path of the folder, if it says more than the name.
        var title: String?
        /// The names of its sources.
        var sources: [String]
    }

    private(set) var sources: [Source] = []
    private(set) var pipelines: [Pipeline] = []
    /// The name of each feed's source, by its key in the other program.
    private(set) var namesByKey: [String: String] = [:]

    /// The pipeline of feeds outside all folders.
    static let outside = "feeds"

    /// Makes sources and pipelines, in the order in which the folders first come.
    init(_ list: SubscriptionList) {
        var (sourceNames, pipelineNames) = (ListNames(), ListNames())
        var groups: [[String]: [SubscriptionList.Feed]] = [:]
        var order: [[String]] = []
        for feed in list.feeds {
            if groups[feed.folders] == nil { order.append(feed.folders) }
            groups[feed.folders, default: []].append(feed)
        }
        // The name of the feeds outside all folders must not depend on the names of folders.
        let outside = groups[[]] == nil ? nil : pipelineNames.name(from: [Self.outside], otherwise: Self.outside)
        for path in order {
            let title = VisibleText.line(path.joined(separator: " / "))
            let name =
                path.isEmpty
                ? outside ?? Self.outside : pipelineNames.name(from: [title], otherwise: "list")
            var pipeline = Pipeline(name: name, title: title.isEmpty || title == name ? nil : title, sources: [])
            for feed in groups[path] ?? [] {
                let title = feed.title.map { VisibleText.line($0) }.flatMap { $0.isEmpty ? nil : $0 }
                let source = Source(
                    name: sourceNames.name(from: [title, ListNames.site(of: feed.address)], otherwise: "feed"),
                    title: title, address: feed.address, user: feed.user, isActive: feed.isActive)
                pipeline.sources.append(source.name)
                sources.append(source)
                if !feed.key.isEmpty { namesByKey[feed.key] = source.name }
            }
            pipelines.append(pipeline)
        }
    }

    /// Returns the file. Each line of `remarks` becomes a comment at its head.
    func text(remarks: [String], _ localized: Localizer) -> [UInt8] {
        var lines = remarks.map { $0.isEmpty ? "#" : "# \(VisibleText.line($0))" }
        lines += ["version: 1", "", "sources:"]
        lines += sources.map { "  \($0.name): { \(Self.options(of: $0).joined(separator: ", ")) }" }
        lines += [
            "", "sinks:",
            #"  page: { type: file, path: "digests/{{pipeline}}-{{date}}.html", format: html }"#,
            "", "pipelines:",
        ]
        for pipeline in pipelines {
            lines.append("  \(pipeline.name):")
            if let title = pipeline.title { lines.append("    title: \(Self.written(title))") }
            lines.append("    # schedule: \"0 7 * * *\"   # \(localized("import.comment.schedule"))")
            lines.append("    sources:")
            lines += pipeline.sources.map { "      - \($0)" }
            lines.append("    sinks: [page]")
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    private static func options(of source: Source) -> [String] {
        var options = ["type: feed"]
        if let title = source.title { options.append("title: \(written(title))") }
        options.append("url: \(written(source.address))")
        if let user = source.user {
            options.append(
                "auth: { basic: { user: \(written(user)), password: { env: \(variable(of: source.name)) } } }")
        }
        if !source.isActive { options.append("enabled: false") }
        return options
    }

    /// The variable that holds the password of a source.
    static func variable(of source: String) -> String { source.uppercased() + "_PASSWORD" }

    /// Returns a quoted text, valid in YAML and in JSON. Its `$` do not begin variables.
    private static func written(_ text: String) -> String {
        var writer = JSONWriter()
        let hasVariables = text.contains("${") || text.contains("$$")
        writer.value(hasVariables ? text.replacing("$", with: "$$") : text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
