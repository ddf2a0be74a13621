import FeedMessages
public import FeedModel

/// The fixed texts of a digest, in its language.
public struct DigestWords: Sendable {
    private let localized: Localizer

    /// Makes the texts of `locale`.
    public init(_ locale: DigestLocale) { localized = Localizer(locale) }

    /// BCP 47 tag of the language.
    public var language: String { localized.language.rawValue }
    /// The title of an entry without a title and without text.
    public var untitled: String { localized("digest.untitled") }
    /// The text of a digest without entries.
    public var nothingNew: String { localized("digest.nothing_new") }
    /// The heading over failed sources.
    public var failedSources: String { localized("digest.failed_sources") }
    /// The heading over the list of sections.
    public var contents: String { localized("digest.contents") }
    /// The heading over the entries that do not lead a page without sections.
    public var otherEntries: String { localized("digest.other_entries") }
    /// The name of the entries that lead the page.
    public var leads: String { localized("digest.leads") }
    /// The link that leads past the head of the page.
    public var skip: String { localized("digest.skip") }
    /// Returns the sentence at the end of the page, which speaks of the whole day only if nothing more comes that day.
    public func end(isLastOfDay: Bool) -> String {
        isLastOfDay ? localized("digest.end.day") : localized("digest.end")
    }
    /// Returns the sentence at the end of a part that is not the last one.
    func goesOn(in number: Int, of count: Int) -> String {
        localized("digest.goes_on", ["number": .number(number), "count": .number(count)])
    }
    /// The sentence at the end of an edition that another one follows at once.
    var moreWait: String { localized("digest.more_wait") }
    /// The link to the page of the pipeline's previous digest.
    public var previousPage: String { localized("digest.previous") }
    /// The link to the page of the entries that a digest leaves out.
    public var omittedLink: String { localized("digest.omitted.link") }
    /// The link from that page to the digest's own one.
    public var backToPage: String { localized("digest.omitted.back") }
    /// The text of that page if nothing was left out.
    public var nothingOmitted: String { localized("digest.omitted.nothing") }
    /// The text before the names of other sources with the same entry.
    public var alsoIn: String { localized("digest.also_in") }
    /// The text before what others write about the same story.
    public var related: String { localized("digest.related") }
    /// The text before files that belong to an entry.
    public var attachments: String { localized("digest.attachments") }
    /// The label of an entry's whole text, which is folded.
    public var fullText: String { localized("digest.full_text") }
    /// The remark that the whole text is too long for the page.
    public var tooLong: String { localized("digest.too_long") }
    /// The separator between names in a list.
    public var separator: String { isJapanese ? "、" : ", " }
    /// What stands between two sentences.
    public var sentenceGap: String { isJapanese ? "" : " " }
    /// The brackets around a remark.
    public var parentheses: (open: String, close: String) { isJapanese ? ("（", "）") : (" (", ")") }
    /// The quotation marks around a title in a sentence.
    public var quotes: (open: String, close: String) { isJapanese ? ("「", "」") : (" “", "”") }

    private var isJapanese: Bool { localized.language == .ja }

    /// Returns the name of a plugin's number: likes, stocks, comments, bookmarks. Other numbers keep their own names.
    public func name(ofNumber number: String) -> String {
        let key = "digest.number.\(number)"  // messages: digest.number.*
        return MessageCatalogue.has(key) ? localized(key) : number
    }

    /// Returns a number with its name and, if it is given, the share of entries to which it belongs:
    /// `312 bookmarks (top 1%)`.
    public func counted(_ value: Int, of number: String, topPercent: Int?) -> String {
        let key = "digest.counted.\(number)"  // messages: digest.counted.*
        let text =
            MessageCatalogue.has(key)
            ? localized(key, ["count": .grouped(value)])
            : localized(
                "digest.counted", ["count": .grouped(value), "name": .text(VisibleText.line(name(ofNumber: number)))])
        guard let topPercent else { return text }
        return localized("digest.top", ["number": .text(text), "percent": .number(topPercent)])
    }

    /// Returns how many sites tell a story: `3 sites`.
    public func sites(_ count: Int) -> String { localized("digest.sites", ["count": .grouped(count)]) }

    /// The heading over entries that are talked about no more than others.
    public var ordinaryEntries: String { localized("digest.ordinary_entries") }
    /// The heading over entries of which no reactions are known.
    public var unknownEntries: String { localized("digest.unknown_entries") }

    /// Returns what the shares in the lines of these cards mean; nil if no line has any.
    package func legend(of cards: [EntryCard]) -> String? {
        cards.contains { $0.buzz?.hasShare == true } ? localized("digest.legend.top") : nil
    }

    /// Returns a number of entries, such as "12 entries".
    public func entries(_ count: Int) -> String { localized("digest.entries", ["count": .grouped(count)]) }

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
    public func since(_ date: String) -> String { localized("digest.since", ["date": .text(date)]) }

    /// Returns a moment for people who read an edition: `21:14` on the edition's day, `11/19(木) 21:14` before or after
    /// it, with the year if it is another one.
    package func date(_ time: CivilTime, edition: CivilTime) -> String {
        let clock = "\(padded(time.hour, 2)):\(padded(time.minute, 2))"
        let isSameYear = time.year == edition.year
        if isSameYear, time.month == edition.month, time.day == edition.day { return clock }
        return day(time, clock: clock, hasYear: !isSameYear)
    }

    /// Returns when the next edition comes: `次は明日 7:00。`
    package func next(_ time: CivilTime, edition: CivilTime) -> String {
        func number(_ time: CivilTime) -> Int64 {
            CivilTime.daysSinceEpoch(year: time.year, month: time.month, day: time.day)
        }
        let clock = "\(time.hour):\(padded(time.minute, 2))"
        switch number(time) - number(edition) {
        case 0: return localized("digest.next.today", ["clock": .text(clock)])
        case 1: return localized("digest.next.tomorrow", ["clock": .text(clock)])
        default:
            return localized(
                "digest.next.day", ["date": .text(day(time, clock: clock, hasYear: time.year != edition.year))])
        }
    }

    /// Returns a day without a time and a year: `11/20（金）`, `Fri 20 Nov`.
    func shortDay(_ time: CivilTime) -> String {
        parts(of: time, clock: "").map { localized("digest.short_day", $0) } ?? ""
    }

    private func day(_ time: CivilTime, clock: String, hasYear: Bool) -> String {
        guard let parts = parts(of: time, clock: clock) else { return clock }
        guard hasYear else { return localized("digest.day", parts) }
        return localized("digest.day.year", parts.merging(["year": .number(time.year)]) { $1 })
    }

    private func parts(of time: CivilTime, clock: String) -> [String: MessageArgument]? {
        guard (1...12).contains(time.month), (0...6).contains(time.weekday) else { return nil }
        func name(_ index: Int, of names: String) -> MessageArgument {
            .text(String(names.split(separator: ",")[index].prefix(3)))
        }
        return [
            "weekday": name(time.weekday, of: localized("digest.weekdays")), "day": .number(time.day),
            "month": name(time.month - 1, of: localized("digest.months")), "clock": .text(clock),
        ]
    }

    /// Returns a day without its year: `11/19`, `19 Nov`.
    func day(_ time: CivilTime) -> String {
        guard (1...12).contains(time.month) else { return "" }
        let month = localized("digest.months").split(separator: ",")[time.month - 1].prefix(3)
        return localized("digest.story.day", ["month": .text(String(month)), "day": .number(time.day)])
    }

    /// Returns the remark on an entry whose story was delivered before. `title` is that of the edition, if it is known.
    func told(_ headline: String, on day: String, in title: String?) -> String {
        var arguments: [String: MessageArgument] = ["headline": .text(headline), "day": .text(day)]
        if let title { arguments["title"] = .text(title) }
        return localized("digest.story.told", arguments)
    }

    /// Returns the words before the names of other publishers with the same story.
    func otherPublishers(_ count: Int) -> String { localized("digest.story.publishers", ["count": .grouped(count)]) }

    /// Returns the words before other entries of the same story.
    func otherArticles(_ count: Int) -> String { localized("digest.story.articles", ["count": .grouped(count)]) }

    /// Returns the words before the rest of a long list of such entries.
    func otherArticlesFolded(_ count: Int) -> String { localized("digest.story.more", ["count": .grouped(count)]) }

    /// Returns the note that the texts of `count` entries are not on the page.
    public func bodiesLeftOut(_ count: Int) -> String {
        localized("digest.bodies_left_out", ["count": .grouped(count)])
    }

    /// Returns the note that there are `count` more related articles.
    public func moreRelated(_ count: Int) -> String { localized("digest.related.more", ["count": .grouped(count)]) }

    /// Returns the note at the end of a list that has `count` more.
    public func more(_ count: Int) -> String { localized("digest.more", ["count": .grouped(count)]) }

    /// Returns the title of the page of the entries that a digest leaves out.
    public func omittedTitle(of title: String) -> String {
        localized("digest.omitted.title", ["title": .text(title)])
    }

    /// Returns the heading over omitted entries that have the same fate by the same filter.
    public func omitted(_ fate: OmittedEntry.Fate, by filter: String?) -> String {
        let arguments = filter.map { ["filter": MessageArgument.text($0)] } ?? [:]
        return switch fate {
        case .dropped: localized("digest.omitted.dropped", arguments)
        case .held: localized("digest.omitted.held", arguments)
        case .quarantined: localized("digest.omitted.quarantined", arguments)
        case .gone: localized("digest.omitted.gone")
        }
    }

    /// Returns until when a filter holds an entry at the latest: `11/24(火) 07:00まで待ちます`.
    public func waits(until date: String) -> String { localized("digest.omitted.until", ["date": .text(date)]) }

    /// Returns the note that only some of the omitted entries are listed.
    public func omittedCut(shown: Int, of count: Int) -> String {
        localized("digest.omitted.cut", ["shown": .grouped(shown), "count": .grouped(count)])
    }

    /// Returns the title of the best entries of a time: `朝刊：11/10〜11/24 のまとめ`. `title` is that of their pipeline, or
    /// nil for all pipelines.
    package func catchUpTitle(of title: String?, from: CivilTime, to: CivilTime) -> String {
        func day(_ time: CivilTime, hasYear: Bool) -> MessageArgument {
            let names = localized("digest.months").split(separator: ",")
            var arguments: [String: MessageArgument] = ["day": .number(time.day)]
            if names.indices.contains(time.month - 1) {
                arguments["month"] = .text(String(names[time.month - 1].prefix(3)))
            }
            if hasYear { arguments["year"] = .number(time.year) }
            return .text(localized("digest.catch_up.day", arguments))
        }
        let hasYears = from.year != to.year
        var arguments = ["from": day(from, hasYear: hasYears), "to": day(to, hasYear: hasYears)]
        if let title { arguments["title"] = .text(title) }
        return localized("digest.catch_up.title", arguments)
    }

    /// Returns how many entries a page has, of how many that competed, and about how long it takes to read them.
    public func size(entries count: Int, of catchUp: CatchUp, minutes: Int) -> String {
        var arguments: [String: MessageArgument] = ["count": .grouped(count), "offered": .grouped(catchUp.offered)]
        if count > 0 { arguments["time"] = .text(readingTime(minutes: minutes)) }
        return localized("digest.catch_up.size", arguments)
    }

    /// The text of a page of the best entries of a time if there are none.
    public var nothingInTime: String { localized("digest.catch_up.nothing") }

    /// Returns the sentences about a page of the best entries of a time: what is left out, what competed, by what the
    /// entries are in order.
    public func sentences(on catchUp: CatchUp, showing count: Int) -> [String] {
        let left = catchUp.offered - count
        var sentences: [String] = []
        if left > 0 {
            sentences.append(
                localized(
                    "digest.catch_up.left_out", ["left": .grouped(left), "offered": .grouped(catchUp.offered)]))
        }
        sentences.append(
            localized(
                "digest.catch_up.scope", catchUp.passedOver > 0 ? ["passed": .grouped(catchUp.passedOver)] : [:]))
        if catchUp.undecided > 0 {
            sentences.append(localized("digest.catch_up.undecided", ["count": .grouped(catchUp.undecided)]))
        }
        guard count > 1 else { return sentences }
        switch catchUp.order {
        case .buzz: sentences.append(localized("digest.catch_up.by_buzz"))
        case .date: sentences.append(localized("digest.catch_up.by_date"))
        case .number(let number):
            let name = VisibleText.line(name(ofNumber: number))
            sentences.append(localized("digest.catch_up.by_number", ["number": .text(name)]))
        }
        return sentences
    }

    /// Returns the number of failed sources.
    public func failures(_ count: Int) -> String { localized("digest.failed_count", ["count": .grouped(count)]) }

    /// Returns the time that it takes to read a text, in minutes.
    public func readingTime(minutes: Int) -> String {
        localized("digest.reading_time", ["minutes": .grouped(minutes)])
    }

    /// Returns the time that it takes to read a page, in minutes.
    private func timeToRead(minutes: Int) -> String {
        localized("digest.time_to_read", ["minutes": .grouped(minutes)])
    }

    /// Returns how many entries a page has and, unless it has none, about how long it takes to read them.
    public func size(entries count: Int, minutes: Int) -> String {
        guard count > 0 else { return entries(count) }
        return entries(count) + parentheses.open + timeToRead(minutes: minutes) + parentheses.close
    }

    /// Returns by what the leads of a page are chosen: a number such as `likes`, or reactions of any kind for nil.
    public func leads(by number: String?) -> String {
        guard let number else { return localized("digest.leads.by_any") }
        if number == NumberName.buzz { return localized("digest.leads.by_buzz") }
        return localized("digest.leads.by", ["number": .text(VisibleText.line(name(ofNumber: number)))])
    }

    /// Returns a whole number with its thousands separated: 12,345.
    public func grouped(_ number: Int) -> String { Quantity.grouped(number) }

    /// Returns why a source failed and what to do about it, as the run reported it in the digest's language.
    public func reason(for failed: FailedSource) -> String { VisibleText.line(failed.message) }

    /// Returns the language of `reason(for:)`. Plugins of other authors may have English messages only.
    public func languageOfReason(for failed: FailedSource) -> String {
        isJapanese && !failed.message.unicodeScalars.contains { $0.value >= 0x3040 } ? "en" : language
    }

    /// Returns the tally: "40 of 312 new entries are here (272 passed over: 120 too old, …)"; nil if no entry was
    /// passed over.
    public func tally(of digest: Digest) -> String? {
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
        case .told: .message("digest.passed.told", count)
        case .filtered: .message("digest.passed.filtered", count)
        case .surplus: .message("digest.passed.surplus", count)
        case .gone: .message("digest.passed.gone", count)
        case .waiting: .message("digest.passed.waiting", count)
        case .later: .message("digest.passed.later", count)
        }
    }
}
