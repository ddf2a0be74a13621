import FeedEngine
import FeedRendering
import FeedStages

/// The sentences for people, by code: what happened, and what to do. They live here alone, so that another language
/// is another catalogue and nothing else.
struct Catalogue: Sendable {
    /// What is said of one code. Of the variants the first is taken whose `{facts}` are all known.
    struct Sentence: Sendable {
        /// What happened, without the subject: "no answer in {seconds} s".
        let what: [String]
        /// What to do about it: "raise `timeout` or try later".
        var cure: [String]
        /// What to do instead where the subject is a file.
        let cureOfFile: String?
        /// What to do instead where something else was found than was looked for.
        let cureOfFound: String?

        init(_ what: String..., cure: String..., cureOfFile: String? = nil, cureOfFound: String? = nil) {
            self.what = what
            self.cure = cure
            self.cureOfFile = cureOfFile
            self.cureOfFound = cureOfFound
        }
    }

    /// What is said of one change. `{facts}` are those of `ChangeLines`.
    struct ChangeWords: Sendable {
        /// What happened: "source \"{source}\" is gone".
        let text: String
        /// `text` with less in it, where the reason would be cut otherwise.
        let short: String?
        /// Whose error stands behind it, if one does: "{text}: what happened; what to do [subject]".
        let error: Side?

        /// At whose side an error happened.
        enum Side: Sendable {
            case source, sink
            /// At a sink, for the last time.
            case givenUp
        }

        init(_ text: String, short: String? = nil, error: Side? = nil) {
            self.text = text
            self.short = short
            self.error = error
        }
    }

    private(set) var sentences: [StageError.Code: Sentence]
    /// What is said instead of a code where a sink failed: the other side is a receiver, not a feed.
    let sentencesOfSinks: [StageError.Code: Sentence]
    /// What to do about a message that failed too often.
    let cureOfGivenUp: String
    /// Said of a code that no catalogue knows (a plugin's own).
    let unknown: Sentence
    /// How a third party's own words are introduced: "{what} ({words})".
    let quotation: String
    /// Why a source was not asked.
    let skipReasons: [SourceOutcome.SkipReason: String]
    /// What is told as a run ends.
    let changes: [RunReport.Change.Kind: ChangeWords]
    /// Said of a change that another version has kept.
    let unreadableChange: ChangeWords
    /// What a repair of a document has cost, by its code; a repair that costs nothing has none.
    let losses: [String: String]

    /// The same catalogue for what happens at sinks.
    var forSinks: Catalogue {
        var catalogue = self
        catalogue.sentences.merge(sentencesOfSinks) { $1 }
        return catalogue
    }

    /// The same catalogue for what a sink has given up: nothing is tried again.
    var forGivenUp: Catalogue {
        var catalogue = forSinks
        for code in [StageError.Code.limited, .serverError, .timeout, .unknownFate] {
            catalogue.sentences[code]?.cure = [cureOfGivenUp]
        }
        return catalogue
    }

    /// The same catalogue for what happens at a side.
    func at(_ side: ChangeWords.Side) -> Catalogue {
        switch side {
        case .source: self
        case .sink: forSinks
        case .givenUp: forGivenUp
        }
    }

    /// Why a source was not asked, in a few words.
    func reason(_ reason: SourceOutcome.SkipReason) -> String { skipReasons[reason] ?? reason.rawValue }

    /// What was mended in a document: the code, with what it has cost.
    func repair(_ code: String) -> String { losses[code].map { "\(code) (\($0))" } ?? code }

    /// What happened, in one line, with a third party's own words if there are any.
    func what(_ error: StageError) -> String {
        let what = whatWithoutWords(error)
        guard let words = error.explanation.map(VisibleText.line), !words.isEmpty else { return what }
        return Self.fill(quotation, with: ["what": what, "words": DisplayWidth.fit(words, in: 120)]) ?? what
    }

    /// What happened, in our own words.
    func whatWithoutWords(_ error: StageError) -> String {
        Self.fill((sentences[error.code] ?? unknown).what, with: error)
    }

    /// What to do about it, in one line.
    func cure(_ error: StageError) -> String {
        let sentence = sentences[error.code] ?? unknown
        if let cure = sentence.cureOfFound, error.facts[.found] != nil { return Self.fill([cure], with: error) }
        let isFile =
            !error.subject.utf8.starts(with: "http://".utf8) && !error.subject.utf8.starts(with: "https://".utf8)
        return Self.fill(sentence.cureOfFile.map { isFile ? [$0] : sentence.cure } ?? sentence.cure, with: error)
    }

    private static func fill(_ variants: [String], with error: StageError) -> String {
        var facts = ["subject": error.subject, "code": error.code.rawValue]
        for (fact, value) in error.facts { facts[fact.rawValue] = value }
        if let limit = facts["limit"] { facts["size"] = Span.size(limit) }
        if let received = facts["received"].flatMap(Int64.init) { facts["volume"] = Span.roundSize(received) }
        if let wait = error.retryAfter { facts["wait"] = Span.text(wait) }
        if let seconds = facts["seconds"].flatMap(Int64.init) { facts["span"] = Span.text(.seconds(seconds)) }
        for variant in variants {
            if let text = fill(variant, with: facts) { return VisibleText.line(text) }
        }
        return error.code.rawValue
    }

    /// The template with its `{names}` replaced, or nil if one of them is unknown. Replaced text is not read again.
    static func fill(_ template: String, with facts: [String: String]) -> String? {
        var result = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            guard let value = facts[String(rest[rest.index(after: open)..<close])] else { return nil }
            result += rest[..<open]
            result += value
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}
