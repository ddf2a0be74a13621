import FeedMessages
package import FeedModel

/// The fixed texts of a digest, in its language.
package struct DigestWords: Sendable {
    private let localized: Localizer

    /// Makes the texts of `locale`.
    package init(_ locale: DigestLocale) { localized = Localizer(locale) }

    /// BCP 47 tag of the language.
    package var language: String { localized.language.rawValue }
    /// The title of an entry without a title and without text.
    package var untitled: String { localized("digest.untitled") }
    /// The text of a digest without entries.
    package var nothingNew: String { localized("digest.nothing_new") }
    /// The heading over failed sources.
    package var failedSources: String { localized("digest.failed_sources") }
    /// The heading over the list of sections.
    package var contents: String { localized("digest.contents") }
    /// The text before the names of other sources with the same entry.
    package var alsoIn: String { localized("digest.also_in") }
    /// The text before files that belong to an entry.
    package var attachments: String { localized("digest.attachments") }
    /// The label of an entry's whole text, which is folded.
    package var fullText: String { localized("digest.full_text") }
    /// The remark that the whole text is too long for the page.
    package var tooLong: String { localized("digest.too_long") }
    /// The separator between names in a list.
    package var separator: String { isJapanese ? "、" : ", " }
    /// The brackets around a remark.
    package var parentheses: (open: String, close: String) { isJapanese ? ("（", "）") : (" (", ")") }
    /// The quotation marks around a title in a sentence.
    package var quotes: (open: String, close: String) { isJapanese ? ("「", "」") : (" “", "”") }

    private var isJapanese: Bool { localized.language == .ja }

    /// Returns the name of a plugin's number: likes, stocks, comments, bookmarks. Other numbers keep their own names.
    package func name(ofNumber number: String) -> String {
        let key = "digest.number.\(number)"  // messages: digest.number.*
        return MessageCatalogue.has(key) ? localized(key) : number
    }

    /// Returns a number of entries, such as "12 entries".
    package func entries(_ count: Int) -> String { localized("digest.entries", ["count": .grouped(count)]) }

    /// Returns a day with a time, such as "Friday, 20 November 2026, 07:00".
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

    /// Returns the start of the covered time: "since 2026/11/19 07:00".
    package func since(_ date: String) -> String { localized("digest.since", ["date": .text(date)]) }

    /// Returns the number of failed sources.
    package func failures(_ count: Int) -> String { localized("digest.failed_count", ["count": .grouped(count)]) }

    /// Returns the time that it takes to read a text, in minutes.
    package func readingTime(minutes: Int) -> String {
        localized("digest.reading_time", ["minutes": .grouped(minutes)])
    }

    /// Returns a whole number with its thousands separated: 12,345.
    package func grouped(_ number: Int) -> String { Quantity.grouped(number) }

    /// Returns why a source failed and what to do about it, as the run reported it in the digest's language.
    package func reason(for failed: FailedSource) -> String { VisibleText.line(failed.message) }

    /// Returns the language of `reason(for:)`. Plugins of other authors may have English messages only.
    package func languageOfReason(for failed: FailedSource) -> String {
        isJapanese && !failed.message.unicodeScalars.contains { $0.value >= 0x3040 } ? "en" : language
    }

    /// Returns the tally: "40 of 312 new entries are here (272 passed over: 120 too old, …)"; nil if no entry was
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
