import FeedMessages
import FeedModel
import FeedStages

/// Builds the digests of a pipeline: puts the entries in order and groups them into sections. Failed sources are passed
/// on, and the format writes them.
struct DigestBuilder: Sendable {
    let pipeline: PlannedPipeline
    let zone: Zone
    let locale: DigestLocale
    /// The pipeline's last ordering filter, or nil.
    let order: (any EntryOrder)?
    /// The position of each source in the pipeline.
    let sourceRanks: [String: Int]
    /// `Digest.origin`.
    var origin = ""
    /// The layout that the sink wants.
    var layout = DigestLayout.page

    /// Returns a digest of entries, which it puts in order.
    func digest(
        of entries: [DigestEntry], now: Timestamp, from: Timestamp?, failedSources: [FailedSource],
        tally: DigestTally?
    ) -> Digest {
        var digest = Digest(
            pipeline: pipeline.name, title: pipeline.title, generatedAt: now, from: from, to: now, zone: zone,
            locale: locale, sections: sections(of: ordered(entries)), failedSources: failedSources, tally: tally,
            ranking: order?.ranking, next: pipeline.schedule?.next(after: now, in: zone))
        digest.origin = origin
        return digest
    }

    /// Returns the same digest with other entries.
    func digest(_ digest: Digest, of entries: [DigestEntry]) -> Digest {
        var changed = digest
        changed.sections = sections(of: ordered(entries))
        return changed
    }

    private func ordered(_ entries: [DigestEntry]) -> [DigestEntry] {
        if let order, layout == .page || !order.isByTime { return order.ordered(entries) }
        // Notices are in the order in which they happened, on a page, too.
        let isUp = layout == .stream || pipeline.carriesNotices
        return entries.ordered(by: { isUp ? $0 < $1 : $1 < $0 }) { entry in
            Candidate.SortKey(entry.rank, sourceRank: sourceRanks[entry.source] ?? .max, documentOrder: 0)
        }
    }

    private func sections(of entries: [DigestEntry]) -> [DigestSection] {
        guard pipeline.groupBy != .none else {
            return entries.isEmpty ? [] : [DigestSection(title: "", entries: entries)]
        }
        var titles: [String] = []
        var sections: [String: DigestSection] = [:]
        for entry in entries {
            let (name, title) = section(of: entry)
            if sections[name] == nil { titles.append(name) }
            sections[name, default: DigestSection(title: title, entries: [])].entries.append(entry)
        }
        if pipeline.groupBy == .source {
            titles.sort { (sourceRanks[$0] ?? .max, $0) < (sourceRanks[$1] ?? .max, $1) }
        }
        return titles.compactMap { sections[$0] }
    }

    private func section(of entry: DigestEntry) -> (name: String, title: String) {
        switch pipeline.groupBy {
        case .source: return (entry.source, entry.sourceTitle)
        case .day:
            let day = SectionDay(entry.date, zone: zone, locale: locale).title
            return (day, day)
        case .tag:
            let tag =
                entry.entry.categories.first.map { $0.label ?? $0.term }
                ?? LocalizedText.message("digest.untagged").text(in: locale)
            return (tag, tag)
        case .none: return ("", "")
        }
    }
}

/// The heading of a day: `2026-11-20 Fri`, `2026年11月20日（金）`.
private struct SectionDay {
    let title: String

    init(_ moment: Timestamp, zone: Zone, locale: DigestLocale) {
        let time = CivilTime(moment, offset: zone.offset(at: moment))
        switch locale {
        case .ja:
            let weekday = ["日", "月", "火", "水", "木", "金", "土"][time.weekday]
            title = "\(time.year)年\(time.month)月\(time.day)日（\(weekday)）"
        case .en:
            let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][time.weekday]
            title = "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2)) \(weekday)"
        }
    }
}
