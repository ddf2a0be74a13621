import FeedMessages
package import FeedModel

/// The fixed words of a digest in its language.
package struct DigestWords: Sendable {
    private let localized: Localizer

    /// The words of `locale`.
    package init(_ locale: DigestLocale) { localized = Localizer(locale) }

    /// BCP 47 tag of the language.
    package var language: String { localized.language.rawValue }
    /// An entry without a title and without text.
    package var untitled: String { localized("digest.untitled") }
    /// A digest without entries.
    package var nothingNew: String { localized("digest.nothing_new") }
    /// Heading over sources that could not be asked.
    package var failedSources: String { localized("digest.failed_sources") }
    /// Over the list of sections.
    package var contents: String { localized("digest.contents") }
    /// Before the names of other sources that brought the same.
    package var alsoIn: String { localized("digest.also_in") }
    /// Before files that belong to an entry.
    package var attachments: String { localized("digest.attachments") }
    /// Opens an entry's whole text.
    package var fullText: String { localized("digest.full_text") }
    /// The whole text is too long for the page.
    package var tooLong: String { localized("digest.too_long") }
    /// Between names in a list.
    package var separator: String { isJapanese ? "、" : ", " }
    /// Opens and closes a remark.
    package var parentheses: (open: String, close: String) { isJapanese ? ("（", "）") : (" (", ")") }
    /// Opens and closes a title within a sentence.
    package var quotes: (open: String, close: String) { isJapanese ? ("「", "」") : (" “", "”") }

    private var isJapanese: Bool { localized.language == .ja }

    /// What a plugin's number is called: likes, stocks, comments, bookmarks; others go by their own name.
    package func name(ofNumber number: String) -> String {
        let key = "digest.number.\(number)"  // messages: digest.number.*
        return MessageCatalogue.has(key) ? localized(key) : number
    }

    /// "12 entries".
    package func entries(_ count: Int) -> String { localized("digest.entries", ["count": .grouped(count)]) }

    /// A day and a time of it: "Friday, 20 November 2026, 07:00".
    package func date(_ time: CivilTime) -> String {
        let clock = "\(padded(time.hour, 2)):\(padded(time.minute, 2))"
        guard (1...12).contains(time.month), (0...6).contains(time.weekday) else { return clock }
        func name(_ index: Int, of names: String) -> MessageArgument {
            .text(String(names.split(separator: ",")[index]))
        }
        return localized(
            "digest.date",
            [
                "weekday": name(time.weekday, of: localized("digest.weekdays")), "day": .number(time.day),
                "month": name(time.month - 1, of: localized("digest.months")), "year": .number(time.year),
                "clock": .text(clock),
            ])
    }

    /// Since when a digest tells: "since 2026/11/19 07:00".
    package func since(_ date: String) -> String { localized("digest.since", ["date": .text(date)]) }

    /// How many sources could not be asked.
    package func failures(_ count: Int) -> String { localized("digest.failed_count", ["count": .grouped(count)]) }

    /// About how long a text takes to read.
    package func readingTime(minutes: Int) -> String {
        localized("digest.reading_time", ["minutes": .grouped(minutes)])
    }

    /// A whole number with its thousands set apart: 12,345.
    package func grouped(_ number: Int) -> String { Quantity.grouped(number) }

    /// Why a source could not be asked and what to do about it, as the run told it in the digest's language.
    package func reason(for failed: FailedSource) -> String { VisibleText.line(failed.message) }

    /// The language that `reason(for:)` is in: plugins by others may speak English alone.
    package func languageOfReason(for failed: FailedSource) -> String {
        isJapanese && !failed.message.unicodeScalars.contains { $0.value >= 0x3040 } ? "en" : language
    }

    /// What became of everything: "40 of 312 new entries are here (272 passed over: 120 too old, …)"; nil if nothing was
    /// passed over.
    package func tally(of digest: Digest) -> String? {
        guard let tally = digest.tally, tally.passedOverCount > 0 else { return nil }
        let parts = PassedOver.allCases.compactMap { kind in
            tally.passedOver[kind].map { localized(part(kind, ["count": .grouped($0)])) }
        }
        let carried = tally.offered - tally.new
        var arguments: [String: MessageArgument] = [
            "kept": .grouped(tally.kept), "new": .grouped(tally.new), "passed": .grouped(tally.passedOverCount),
            "parts": .text(parts.joined(separator: isJapanese ? "・" : ", ")),
        ]
        guard carried > 0 else { return localized("digest.tally", arguments) }
        arguments["carried"] = .grouped(carried)
        return localized("digest.tally.carried", arguments)
    }

    private func part(_ kind: PassedOver, _ count: [String: MessageArgument]) -> LocalizedText {
        switch kind {
        case .expired: .message("digest.passed.expired", count)
        case .duplicate: .message("digest.passed.duplicate", count)
        case .filtered: .message("digest.passed.filtered", count)
        case .surplus: .message("digest.passed.surplus", count)
        case .gone: .message("digest.passed.gone", count)
        case .waiting: .message("digest.passed.waiting", count)
        case .later: .message("digest.passed.later", count)
        }
    }
}
