import FeedJSON
import FeedMessages
import FeedModel
import FeedRendering
import FeedSystem
import Glibc

/// A configuration in the short form, as `try` reads it and as `init` and `try --save` write it.
struct StarterConfiguration {
    /// A source as its owner wrote it, with a remark for the reader of the file.
    struct StarterSource: Sendable, Hashable {
        let text: String
        var remark: String?
    }

    var pipeline = "news"
    var sources: [StarterSource]
    /// Five fields of crontab(5), or nil: at each run.
    var schedule: String?
    /// A path, in which `{{pipeline}}` and `{{date}}` are filled in.
    var output = Self.usualOutput
    var locale = DigestLocale.en
    /// The name of the time zone, or nil: the machine's.
    var zone: String?
    /// The path of the schema for editors, or nil: its reader has to make one.
    var schema: String?
    let localized: Localizer

    /// Where digests go unless their owner chose something else.
    static let usualOutput = "digests/{{pipeline}}-{{date}}.html"
    /// A schema beside the configuration.
    private static let ownSchema = "schema.json"

    /// Returns the schema that was installed with a program (`bin/kawaraban`, `share/kawaraban/schema.json`), or nil.
    /// Blocks.
    static func schema(of program: String) -> String? {
        let path = PathParts(PathParts(realPath(program)).folder).folder + "/share/kawaraban/schema.json"
        return access(path, R_OK) == 0 ? path : nil
    }

    /// The file, with comments in the user's language.
    var text: String {
        var lines = ["# yaml-language-server: $schema=\(schema ?? Self.ownSchema)"]
        if schema == nil { lines += comment(localized("starter.schema", ["file": .text(Self.ownSchema)]), indent: "") }
        lines += comment(localized("starter.head"), indent: "")
        lines += ["version: 1", "settings:"]
        lines += comment(localized("starter.locale"))
        lines.append("  locale: \(locale.rawValue)")
        if let zone { lines.append("  timezone: \(quoted(zone))") }
        lines += ["pipelines:", "  \(pipeline):"]
        lines += comment(localized("starter.schedule"), indent: "    ")
        lines.append(schedule.map { "    schedule: \(quoted($0))" } ?? "    # schedule: \"0 7 * * *\"")
        lines += comment(localized("starter.sources"), indent: "    ")
        lines.append("    sources:")
        lines += sources.map { source in
            "      - \(quoted(source.text))" + (source.remark.map { "   # \(VisibleText.line($0))" } ?? "")
        }
        lines += comment(localized("starter.filters"), indent: "    ")
        lines += ["    filters:", "      - deduplicate: {}"]
        lines.append("      - take: { entries: 50, per_source: 15 }")
        lines += comment(localized("starter.sinks"), indent: "    ")
        lines += ["    sinks:", "      - \(quoted(output))"]
        return lines.map { $0 + "\n" }.joined()
    }

    /// The configuration of a trial, whose digest goes to standard output as `format`.
    func trial(as format: String) -> String {
        """
        version: 1
        settings: { locale: \(locale.rawValue) }
        sinks: { out: { type: stdout, format: \(format) } }
        pipelines:
          \(pipeline):
            title: \(quoted(title))
            sources: [\(sources.map { quoted($0.text) }.joined(separator: ", "))]
            filters: [ { deduplicate: {} }, { take: { entries: 20, per_source: 8 } } ]
            sinks: [out]

        """
    }

    /// Returns the configuration with the feeds of sites in place of their pages.
    func resolved(_ sites: [FeedFinder.SiteFeeds], _ localized: Localizer) -> StarterConfiguration {
        var sources = sources
        for index in sources.indices {
            guard let site = sites.first(where: { FeedFinder.isSame($0.site, sources[index].text) }) else { continue }
            let remark = localized("starter.feed_of", ["site": .text(sources[index].text)])
            sources[index] = StarterSource(text: site.feed, remark: remark)
        }
        var resolved = self
        resolved.sources = sources
        return resolved
    }

    private static let longestTitle = 60

    private var title: String {
        DisplayWidth.fit(sources.map { VisibleText.line($0.text) }.joined(separator: ", "), in: Self.longestTitle)
    }

    private func comment(_ text: String, indent: String = "  ") -> [String] {
        LineBreaker(width: 78 - indent.utf8.count).lines(text).map { "\(indent)# \($0)" }
    }

    /// A quoted text, valid in YAML. Its `$` does not begin a variable.
    private func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.value(text.replacingBytes("${", with: "$${"))
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
