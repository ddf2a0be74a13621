import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Glibc

@testable import StandardFilters

/// A line of `Fixtures/articles.tsv` or `Fixtures/near-misses.tsv`: an entry, and the article that it is about.
struct ArticleForm: Sendable {
    let article: String
    let source: String
    let line: Int
    let entry: Entry

    /// The key in the state, made of the line.
    var key: String { "\(source) \(line)" }

    /// Reads a fixture. A date that cannot be read is a mistake in it, and traps.
    static func all(in name: String) -> [ArticleForm] {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        guard let file = fopen("/\(folder)/Fixtures/\(name)", "rb") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 17)
        let count = fread(&bytes, 1, bytes.count, file)
        let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
        return lines.enumerated().compactMap { number, line in
            guard !line.hasPrefix("#") else { return nil }
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            precondition(cells.count == 9, "line \(number + 1) of \(name) has \(cells.count) columns")
            var entry = Entry()
            entry.url = cells[2]
            entry.title = cells[3].isEmpty ? nil : cells[3]
            if !cells[4].isEmpty {
                guard let date = FeedDate.read(cells[4]) else { preconditionFailure("line \(number + 1): \(cells[4])") }
                entry.setPublished(date)
            }
            entry.guid = cells[5].isEmpty ? nil : cells[5]
            if !cells[6].isEmpty {
                entry.publisher = Publisher(name: cells[6], url: cells[7].isEmpty ? nil : cells[7])
            }
            if !cells[8].isEmpty { entry.authors = [Person(name: cells[8])] }
            return ArticleForm(article: cells[0], source: cells[1], line: number + 1, entry: entry)
        }
    }
}

/// A pipeline with `deduplicate` alone, which remembers what it kept as the state does.
struct DeduplicatingPipeline {
    private(set) var context = StubFilterContext()
    private let filter: DeduplicateFilter
    private var members: [String: [KeptEntry.Member]] = [:]
    private var ranks: [String: Int] = [:]
    /// What was kept, and what was dropped in favour of what.
    private(set) var kept: [String] = []
    private(set) var sameAs: [String: String] = [:]
    private(set) var reasons: [String: String] = [:]

    init(_ section: Node = [:]) throws { filter = try DeduplicateFilter.configured(section).stage }

    /// Filters entries as one delivery. A source comes before those that are named later.
    mutating func deliver(_ forms: [ArticleForm]) async throws {
        var batch = Batch(
            forms.map { form in
                let rank = ranks[form.source] ?? ranks.count
                ranks[form.source] = rank
                return .testing(
                    key: form.key, source: form.source, rank: rank, seen: context.now, order: form.line
                ) { $0 = form.entry }
            })
        try await filter.apply(to: &batch, context)
        var owners: [(candidate: Candidate, owner: String)] = []
        for candidate in batch.candidates {
            let member = KeptEntry.Member(source: candidate.source, entry: candidate.entry)
            if candidate.verdict == .keep {
                kept.append(candidate.key)
                members[candidate.key, default: []].insert(member, at: 0)
                owners.append((candidate, candidate.key))
            } else if let owner = candidate.sameAs {
                sameAs[candidate.key] = owner
                if case .drop(let reason, _) = candidate.verdict { reasons[candidate.key] = reason.text(in: .en) }
                members[owner, default: []].append(member)
                owners.append((candidate, owner))
            }
        }
        let sources = Dictionary(forms.map { ($0.key, $0.source) }) { first, _ in first }
        for (candidate, owner) in owners {
            for print in candidate.fingerprints where candidate.verdict == .keep || context.earlier[print] == nil {
                context.earlier[print] = KeptEntry(
                    key: owner, source: sources[owner] ?? context.earlier.values.first { $0.key == owner }?.source ?? ""
                )
            }
        }
        for (print, entry) in context.earlier { context.earlier[print]?.members = members[entry.key] ?? [] }
        context.now = context.now + .seconds(86_400)
        context.memory = FilterMemory(context.memory.items, now: context.now)
    }
}
