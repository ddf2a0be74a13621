import FeedModel
import FeedStages
import FeedSystem

/// The entries of a batch, compared with each other and with those that were kept earlier.
struct BatchComparison {
    typealias Kind = DeduplicateFilter.Kind

    /// An entry of a group.
    struct Member {
        /// Its index in the batch.
        let index: Int
        /// By what it is the same: the last word of `verdict.same.*`. Nil for the first entry of a group.
        var reason: String?
    }

    /// Entries that are the same.
    struct Group {
        /// The one that was delivered, if there is one.
        var delivered: KeptEntry?
        var members: [Member] = []
    }

    /// The entries that are still kept, by their index in the batch.
    let items: [Int: ComparedEntry]
    private(set) var groups: [Int: Group] = [:]
    private var articles: ArticleGroups
    private var earlier: [Fingerprint: KeptEntry] = [:]
    private var groupOfDelivered: [String: Int] = [:]
    private var groupOfPrint: [Fingerprint: Int] = [:]

    /// Reads entries of a batch. Those that other filters dropped or hold only tell which keys are shared.
    ///
    /// - Parameters:
    ///   - indices: those of the entries.
    ///   - known: hashes of keys that several entries of one source have, whether or not these are read here.
    init(of batch: Batch, at indices: some Sequence<Int>, by kinds: [Kind], sharing known: Set<Int> = []) {
        var items: [Int: ComparedEntry] = [:]
        var uses: [String: [String: Int]] = [:]
        var shared: Set<String> = []
        for index in indices {
            let candidate = batch.candidates[index]
            let entry = ComparedEntry(candidate, by: kinds)
            for key in Set(entry.facts?.keys ?? []) {
                uses[candidate.source, default: [:]][key, default: 0] += 1
                if !known.isEmpty, known.contains(BacklogLinks.hash(of: key)) { shared.insert(key) }
            }
            if candidate.verdict == .keep { items[index] = entry }
        }
        self.items = items
        for (key, count) in uses.values.joined() where count > 1 { shared.insert(key) }
        articles = ArticleGroups(shared: shared)
    }

    /// What has to be looked for among the entries that were kept earlier.
    var prints: Set<Fingerprint> { items.values.reduce(into: []) { $0.formUnion($1.compared + $1.recalled) } }

    /// Takes in what was kept earlier.
    mutating func recall(_ earlier: [Fingerprint: KeptEntry]) {
        self.earlier = earlier
        guard !earlier.isEmpty else { return }
        for (_, item) in items.sorted(by: { $0.key < $1.key }) {
            for print in item.recalled {
                if let kept = earlier[print] { recall(kept, by: print, of: item) }
            }
        }
        // An entry that has a key of an earlier one of its source is another article under the same address or title.
        for item in items.values {
            for key in item.facts?.keys ?? [] where articles.isKnown(key, of: item.source) { articles.share([key]) }
        }
    }

    private mutating func recall(_ kept: KeptEntry, by print: Fingerprint, of item: ComparedEntry) {
        let index = groupOfDelivered[kept.key] ?? articles.add()
        if groupOfDelivered.updateValue(index, forKey: kept.key) == nil {
            groups[index] = Group(delivered: kept)
            for member in kept.members {
                articles.take(ArticleFacts(member.entry, source: member.source), into: index)
            }
        }
        if print.kind == Kind.article.rawValue {
            articles.take(source: kept.source, keys: [print.text], into: index)
        } else if print.kind == Kind.url.rawValue, kept.members.isEmpty {
            articles.take(source: kept.source, keys: item.facts?.addresses ?? [], into: index)
        }
    }

    /// Remembers the keys that several entries of one source have, and recalls those of earlier deliveries. Throws the
    /// errors of the memory.
    mutating func noteShared(in memory: FilterMemory) throws(StageError) {
        var uses: [String: Int] = [:]
        for item in items.values { for key in item.facts?.keys ?? [] { uses[key, default: 0] += 1 } }
        let remembered = memory.items
        if !remembered.isEmpty {
            // A key of one entry alone decides nothing.
            for key in uses.keys where uses[key, default: 0] > 1 || articles.isKnown(key) {
                if remembered[Self.place(of: key)] != nil { articles.share([key]) }
            }
        }
        for key in articles.shared where remembered[Self.place(of: key)].map({ memory.isEnding($0) }) ?? true {
            try memory.keep([1], as: Self.place(of: key), for: FilterMemory.longestTime)
        }
    }

    private static func place(of key: String) -> String {
        "shared " + Hexadecimal.encode(Array(SHA256.hash(key).prefix(16)))
    }

    /// Puts an entry into the group of those that are the same, or into one of its own. Entries must come in the order in
    /// which they are preferred.
    mutating func place(_ index: Int) {
        guard let item = items[index] else { return }
        let place = groupOfDelivered(with: item) ?? groupOfArticle(of: item) ?? groupOfPrint(of: item)
        let group = place?.index ?? articles.add()
        groups[group, default: Group()].members.append(Member(index: index, reason: place?.reason))
        if let facts = item.facts { articles.take(facts, into: group) }
        guard place == nil else { return }
        for print in item.compared { groupOfPrint[print] = group }
    }

    private typealias Place = (index: Int, reason: String)

    private mutating func groupOfDelivered(with item: ComparedEntry) -> Place? {
        guard let print = item.compared.first(where: { earlier[$0] != nil }), let kept = earlier[print] else {
            return nil
        }
        let index = groupOfDelivered[kept.key] ?? articles.add()
        if groupOfDelivered.updateValue(index, forKey: kept.key) == nil { groups[index] = Group(delivered: kept) }
        return (index, print.kind)
    }

    /// Returns the group of an entry's article. Two groups become one if the entry belongs to both, unless both were
    /// delivered.
    private mutating func groupOfArticle(of item: ComparedEntry) -> Place? {
        guard let facts = item.facts else { return nil }
        let found = articles.groups(of: facts)
        let target = found.first { groups[$0.index]?.delivered != nil } ?? found.min { $0.index < $1.index }
        guard let target else { return nil }
        for other in found where other.index != target.index && groups[other.index]?.delivered == nil {
            guard articles.unite(other.index, into: target.index), let united = groups.removeValue(forKey: other.index)
            else { continue }
            let members = united.members.map {
                Member(index: $0.index, reason: $0.reason ?? Self.reason(other.evidence))
            }
            groups[target.index, default: Group()].members += members
            for (print, group) in groupOfPrint where group == other.index { groupOfPrint[print] = target.index }
        }
        return (target.index, Self.reason(target.evidence))
    }

    private func groupOfPrint(of item: ComparedEntry) -> Place? {
        for print in item.compared {
            if let index = groupOfPrint[print] { return (index, print.kind) }
        }
        return nil
    }

    private static func reason(_ evidence: ArticleGroup.Evidence) -> String { "article_\(evidence.rawValue)" }
}

extension FilterMemory {
    /// Whether an item ends within the next half of the longest time, so that it is worth storing again.
    fileprivate func isEnding(_ item: Item) -> Bool { item.until < now + Self.longestTime / 2 }
}

/// An entry with what it is compared by.
struct ComparedEntry {
    let source: String
    /// Its address and its title as `by` asks for them, in that order, so that the reason is always the same; then the
    /// title as an earlier version stored it.
    let compared: [Fingerprint]
    /// What is looked for beside them: what it says of its article, and what an earlier version stored of such an entry.
    let recalled: [Fingerprint]
    /// What is stored of the entry if it is kept.
    let stored: [Fingerprint]
    /// What it says of its article; nil if `by` does not ask for it.
    let facts: ArticleFacts?

    init(_ candidate: Candidate, by kinds: [BatchComparison.Kind]) {
        let entry = candidate.entry
        source = candidate.source
        let own = kinds.compactMap { kind in kind.text(of: entry).map { Fingerprint(kind: kind.rawValue, text: $0) } }
        let former = FormerTitle.key(entry.title).map {
            Fingerprint(kind: BatchComparison.Kind.title.rawValue, text: $0)
        }
        compared = kinds.contains(.title) ? own + [former].compactMap(\.self) : own
        guard kinds.contains(.article) else {
            (stored, recalled, facts) = (own, [], nil)
            return
        }
        let facts = ArticleFacts(entry, source: source)
        let prints = facts.keys.map { Fingerprint(kind: BatchComparison.Kind.article.rawValue, text: $0) }
        stored = own + prints
        recalled = prints + Self.formerPrints(of: entry, titled: facts.title) + [former].compactMap(\.self)
        self.facts = facts
    }

    /// What versions that knew `url` and `title` alone stored of an entry, whatever scheme its address had.
    private static func formerPrints(of entry: Entry, titled title: String) -> [Fingerprint] {
        var prints: [Fingerprint] = []
        if let url = BatchComparison.Kind.url.text(of: entry) {
            prints.append(Fingerprint(kind: BatchComparison.Kind.url.rawValue, text: url))
            let other = url.hasPrefix("https:") ? "http:" + url.dropFirst(6) : "https:" + url.dropFirst(5)
            prints.append(Fingerprint(kind: BatchComparison.Kind.url.rawValue, text: other))
        }
        if !title.isEmpty {
            prints.append(Fingerprint(kind: BatchComparison.Kind.title.rawValue, text: title))
        }
        return prints
    }
}

extension BatchComparison.Kind {
    /// The text to compare; nil if the entry has none, or if it is not compared by one text.
    fileprivate func text(of entry: Entry) -> String? {
        switch self {
        case .article: return nil
        case .url: return entry.url.map { Address.normalised(TrackingParameters.removed(from: $0)) }
        case .title:
            let title = ArticleFacts.folded(entry.title ?? "")
            return title.isEmpty ? nil : title
        }
    }
}
