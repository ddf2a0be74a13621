import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedState

/// The words for one change. `ChangeLines` itself reports failing sources and documents.
struct ChangeWords {
    /// What happened: `source "zenn" is gone`.
    let text: LocalizedText
    /// A shorter `text`, for when the reason would be cut otherwise.
    let short: LocalizedText?
    /// The side of the change's error, or nil if it has none: "{text}: what happened; what to do [subject]".
    let side: Catalogue.Side?

    init(_ change: RunReport.Change, zone: Zone, catalogue: Catalogue) {
        // messages: change.*
        let arguments = Self.arguments(of: change, zone: zone, catalogue: catalogue)
        let isKnown = change.unread == nil && MessageCatalogue.has(Self.key(of: change))
        text = .message(isKnown ? Self.key(of: change) : "change.unreadable", arguments)
        let short = "change.\(change.kind.rawValue).short"
        self.short = isKnown && MessageCatalogue.has(short) ? .message(short, arguments) : nil
        side = isKnown ? Self.side(of: change.kind) : nil
    }

    /// Returns whether a kind has words here.
    static func has(_ kind: RunReport.Change.Kind) -> Bool {
        kind != .documentFailing && MessageCatalogue.has("change.\(kind.rawValue)")
    }

    private static func key(of change: RunReport.Change) -> String {
        let key = "change.\(change.kind.rawValue)"
        return change.hadWorked == false ? "\(key).first" : key
    }

    private static func side(of kind: RunReport.Change.Kind) -> Catalogue.Side? {
        switch kind {
        case .sourceGone, .pipelineFailing, .warning: .source
        case .sinkFailing: .sink
        case .givenUp: .givenUp
        default: nil
        }
    }

    private static func arguments(
        of change: RunReport.Change, zone: Zone, catalogue: Catalogue
    ) -> [String: MessageArgument] {
        var arguments: [String: MessageArgument] = ["kind": .text(change.kind.rawValue)]
        arguments["source"] = change.source.map { .text($0) }
        arguments["sink"] = change.sink.map { .text($0) }
        arguments["pipeline"] = change.pipeline.map { .text($0) }
        arguments["path"] = change.path.map { .text($0) }
        arguments["address"] = change.address.map { .text($0) }
        arguments["site"] = change.address.map { .text(DisplayWidth.fit($0, in: 30)) }
        arguments["day"] = change.since.map { .text(DatedText.day($0, zone)) }
        arguments["minute"] = change.since.map { .text(DatedText.minute($0, zone)) }
        arguments["span"] = change.span.map { .span($0) }
        arguments["count"] = change.count.map { .number($0) }
        arguments["entries"] = change.entries.map { .number($0) }
        arguments["file"] = change.option.map { .text($0.file) }
        arguments["line"] = change.option.map { .number($0.line) }
        arguments["rate"] = change.silence.map { .number($0.perWeek) }
        arguments["fields"] = change.goneFields.map { names($0.map(\.name)) }
        arguments["what"] = change.error.map { .text(catalogue.whatWithoutWords($0)) }
        arguments["fact"] = .text(change.unread ?? "")
        arguments["missed"] = change.missed.map { .message(MissedText($0, zone: zone).words) }
        return arguments
    }

    /// `a`, `a and b`, `a, b and c`, `a, b, c and 4 more`
    private static func names(_ names: [String]) -> MessageArgument {
        guard names.count > 4 else { return .names(names) }
        return .message(
            "names.more",
            ["names": .row(names.prefix(3)), "count": .number(names.count - 3)])
    }
}
