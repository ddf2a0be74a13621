import FeedEngine
import FeedMessages
import FeedModel
import FeedParsing
import FeedRendering
import FeedStages

/// Describes errors by code: what happened, and what to do. The words are in the catalogue of messages.
struct Catalogue: Sendable {
    let localized: Localizer
    private var side = Side.source

    /// The side on which an error happened.
    enum Side: Sendable {
        case source, sink
        /// At a sink, when a message was given up.
        case givenUp
    }

    init(_ localized: Localizer) { self.localized = localized }

    /// The catalogue for errors of sinks: the other side is a receiver, not a feed.
    var forSinks: Catalogue { at(.sink) }

    /// Returns the catalogue for errors of a side.
    func at(_ side: Side) -> Catalogue {
        var catalogue = self
        catalogue.side = side
        return catalogue
    }

    /// Returns why a source was not fetched, in a few words.
    func reason(_ reason: SourceOutcome.SkipReason) -> String {
        localized("skip.\(reason.rawValue)")  // messages: skip.*
    }

    /// Returns the code of a repair, with what it has cost if it lost content.
    func repair(_ code: String) -> String {
        let key = "repair.\(code)"  // messages: repair.*
        guard MessageCatalogue.has(key) else { return code }
        let cost = LocalizedText.message(key, ["size": .size(Int64(ParsingLimits.standard.field))])
        return localized("repair.told", ["code": .text(code), "cost": .message(cost)])
    }

    /// Returns what happened in one line, with up to 120 columns of the other side's own words.
    func what(_ error: StageError) -> String {
        let what = whatWithoutWords(error)
        guard let words = error.explanation.map(VisibleText.line), !words.isEmpty else { return what }
        return localized("error.quoted", ["what": .text(what), "words": .text(DisplayWidth.fit(words, in: 120))])
    }

    /// Returns what happened, in our own words.
    func whatWithoutWords(_ error: StageError) -> String { sentence(key(of: error.code), error) }

    /// Returns what to do about an error, in one line.
    func cure(_ error: StageError) -> String {
        if side == .givenUp, [.limited, .serverError, .timeout, .unknownFate].contains(error.code) {
            return localized("error.given_up.cure")
        }
        let key = key(of: error.code)
        let isFile =
            !error.subject.utf8.starts(with: "http://".utf8) && !error.subject.utf8.starts(with: "https://".utf8)
        let hasFound = error.facts[.found] != nil || error.phrases[.found] != nil
        if hasFound, MessageCatalogue.has("\(key).cure_of_found") { return sentence("\(key).cure_of_found", error) }
        if isFile, MessageCatalogue.has("\(key).cure_of_file") { return sentence("\(key).cure_of_file", error) }
        return sentence("\(key).cure", error)
    }

    /// Returns what happened and what to do, as one text.
    func sentence(_ error: StageError) -> String {
        localized("error.sentence", ["what": .text(what(error)), "cure": .text(cure(error))])
    }

    /// Returns the error's code in parentheses. It ends every report of the error, so that people can search for it.
    func code(_ error: StageError) -> String { "(\(VisibleText.line(error.code.rawValue)))" }

    private func key(of code: StageError.Code) -> String {
        // messages: error.*
        // messages: sink_error.*
        let ofSink = "sink_error.\(code.rawValue)"
        if side != .source, MessageCatalogue.has(ofSink) { return ofSink }
        return MessageCatalogue.has("error.\(code.rawValue)") ? "error.\(code.rawValue)" : "error.unknown"
    }

    private func sentence(_ key: String, _ error: StageError) -> String {
        var arguments: [String: MessageArgument] = [
            "subject": .text(error.subject), "code": .text(error.code.rawValue),
        ]
        for (fact, value) in error.facts { arguments[fact.rawValue] = .text(value) }
        for (fact, phrase) in error.phrases { arguments[fact.rawValue] = .message(phrase) }
        if let limit = error.facts[.limit] { arguments["size"] = Int64(limit).map { .size($0) } ?? .text(limit) }
        if let received = error.facts[.received].flatMap(Int64.init) {
            arguments["volume"] = .text(Quantity.roundSize(received, in: localized.language))
        }
        if let wait = error.retryAfter { arguments["wait"] = .span(wait) }
        if let seconds = error.facts[.seconds].flatMap(Int64.init) { arguments["span"] = .span(.seconds(seconds)) }
        return VisibleText.line(MessageCatalogue.text(key, arguments, in: localized.language) ?? error.code.rawValue)
    }
}
