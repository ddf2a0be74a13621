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
        StoryLines(sourceRanks: sourceRanks).gathered(inOrder(entries))
    }

    private func inOrder(_ entries: [DigestEntry]) -> [DigestEntry] {
        if let order, layout == .page || !order.isByTime { return order.ordered(entries) }
        // Notices are in the order in which they happened, on a page, too.
        let isUp = layout == .stream || pipeline.carriesNotices
        return entries.ordered(by: { isUp ? $0 < $1 : $1 < $0 }) { entry in
            Candidate.SortKey(entry.rank, sourceRank: sourceRanks[entry.source] ?? .max, documentOrder: 0)
        }
    }

    private func sections(of entries: [DigestEntry]) -> [DigestSection] {
        let later = entries.filter { $0.story?.role == .later }
        let usual = later.isEmpty ? entries : entries.filter { $0.story?.role != .later }
        let sections = pipeline.groupBy == .story ? storySections(of: usual) : usualSections(of: usual)
        guard !later.isEmpty else { return sections }
        let title = LocalizedText.message("digest.earlier_stories").text(in: locale)
        return sections + [DigestSection(title: title, entries: later, kind: .earlierStories)]
    }

    private func usualSections(of entries: [DigestEntry]) -> [DigestSection] {
        guard pipeline.groupBy != .none else {
            return entries.isEmpty ? [] : [DigestSection(title: "", entries: entries)]
        }
        var titles: [String] = []
        var sections: [String: DigestSection] = [:]
        // Entries that stand in the line of another one are in its section.
        var name = ""
        for entry in entries {
            if entry.story?.follows == nil || titles.isEmpty {
                let (ownName, title) = section(of: entry)
                name = ownName
                if sections[name] == nil {
                    titles.append(name)
                    sections[name] = DigestSection(title: title, entries: [])
                }
            }
            sections[name]?.entries.append(entry)
        }
        if pipeline.groupBy == .source {
            titles.sort { (sourceRanks[$0] ?? .max, $0) < (sourceRanks[$1] ?? .max, $1) }
        }
        return titles.compactMap { sections[$0] }
    }

    /// A section for each story that several entries tell, and one for the other entries.
    private func storySections(of entries: [DigestEntry]) -> [DigestSection] {
        var sections: [DigestSection] = []
        var others: [DigestEntry] = []
        for entry in entries {
            if entry.story?.follows != nil, let last = sections.indices.last {
                sections[last].entries.append(entry)
            } else if let story = entry.story, !story.members.isEmpty {
                sections.append(DigestSection(title: entry.entry.title ?? "", entries: [entry], kind: .story))
            } else {
                others.append(entry)
            }
        }
        guard !others.isEmpty else { return sections }
        let title = sections.isEmpty ? "" : LocalizedText.message("digest.other_entries").text(in: locale)
        return sections + [DigestSection(title: title, entries: others)]
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
        case .story, .none: return ("", "")
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
