import FeedConfiguration
import FeedMessages
import FeedModel
import FeedRendering
import FeedSelecting

/// The subject of a letter, with places for what a delivery fills in.
struct SubjectTemplate: Sendable, Hashable {
    /// What a delivery fills in.
    enum Placeholder: String, Sendable, Hashable, CaseIterable {
        case title, pipeline, date, time, count, headline
    }

    /// Nil for the placeholder of a wrong one.
    private let template: Template<Placeholder>?
    private let text: String

    /// Parses a template. Throws what is wrong with it.
    init(_ text: String) throws(SelectorError) {
        self.text = text
        template = try Template(text) { word throws(SelectorError) in
            if let placeholder = Placeholder(rawValue: word) { return placeholder }
            throw SelectorError(
                column: 1, reason: .message("mail.no_placeholder", ["name": .text(word)]),
                advice: .message("plugin.there_are", ["names": .text(Placeholder.words)]))
        }
    }

    /// The subject of a sink without `subject`.
    static func standard(in locale: DigestLocale) -> String {
        switch locale {
        case .en: "{{title}}, {{date}}, {{count}}: {{headline}}"
        case .ja: "{{title}} {{date}}{{count}}: {{headline}}"
        }
    }

    /// Returns the subject of a letter, on one line.
    ///
    /// - Parameters:
    ///   - letter: the letter. Its title, which has its number, stands at `{{title}}`, or only the number at the end.
    ///   - digest: the digest of which the letter is a part.
    func subject(of letter: LetterDigest.Letter, _ position: EditionPart, of digest: Digest) -> String {
        let words = DigestWords(digest.locale)
        let dates = DigestDates(zone: digest.zone)
        let time = CivilTime(digest.to, offset: digest.zone.offset(at: digest.to))
        let filled = template?.filled(as: .text) { placeholder in
            switch placeholder {
            case .title: letter.title
            case .pipeline: digest.pipeline
            case .date: dates.shortDay(digest.to, words: words)
            case .time: "\(padded(time.hour, 2)):\(padded(time.minute, 2))"
            case .count: words.entries(digest.sections.reduce(0) { $0 + $1.entries.count })
            case .headline: Excerpt.cut(letter.headline, columns: Self.widestHeadline)
            }
        }
        var subject = VisibleText.line(filled ?? letter.title, limit: Self.longest)
        if letter.headline.isEmpty { subject = Self.withoutEnd(subject) }
        if !text.contains("title") { subject += position.suffix }
        return subject.isEmpty ? letter.title : subject
    }

    /// Returns a subject without the marks that stood before an empty headline.
    private static func withoutEnd(_ subject: String) -> String {
        var scalars = Substring(subject).unicodeScalars
        while let last = scalars.last, " :：,、-–".unicodeScalars.contains(last) { scalars.removeLast() }
        return String(scalars)
    }

    /// Width limit of a headline, in columns.
    private static let widestHeadline = 60
    /// About the most bytes of a subject.
    private static let longest = 1000
}

extension SubjectTemplate.Placeholder {
    fileprivate static var words: String { allCases.map { "{{\($0.rawValue)}}" }.joined(separator: " ") }
}

extension SubjectTemplate: ConfigValue {
    static var typeName: LocalizedText {
        .message("type.mail_subject", ["placeholders": .text(Placeholder.words)])
    }
    static var schema: ValueSchema { .text }
    static var placeholder: SubjectTemplate { SubjectTemplate() }
    var manualText: String { text }

    private init() {
        text = ""
        template = nil
    }

    static func read(_ node: Node, in section: ConfigSection) -> SubjectTemplate? {
        guard let text = section.text(of: node, expected: .message("type.text")) else { return nil }
        do throws(SelectorError) {
            return try SubjectTemplate(text)
        } catch {
            section.report(
                .message("mail.subject_wrong", ["path": .text(section.path), "reason": .message(error.reason)]),
                at: node.place, suggestion: error.advice)
            return nil
        }
    }
}
