/// Entries that are the same article: one of each source at most.
struct ArticleGroup {
    /// Its entries, in the order in which they joined.
    private(set) var members: [ArticleFacts] = []
    private var sources: Set<String> = []
    private(set) var keys: Set<String> = []
    /// Keys of titles with a publisher that an entry names.
    private var titles: Set<String> = []

    /// Takes an entry in.
    mutating func take(_ facts: ArticleFacts) {
        members.append(facts)
        sources.insert(facts.source)
        keys.formUnion(facts.keys)
        titles.formUnion(facts.titles)
    }

    /// Takes in another group. Returns false, and changes nothing, if both have an entry of one source.
    mutating func take(_ other: ArticleGroup) -> Bool {
        guard sources.isDisjoint(with: other.sources) else { return false }
        members += other.members
        sources.formUnion(other.sources)
        keys.formUnion(other.keys)
        titles.formUnion(other.titles)
        return true
    }

    /// Takes in what is known of an entry without its text.
    mutating func take(source: String, keys: some Sequence<String>) {
        sources.insert(source)
        self.keys.formUnion(keys)
    }

    /// Whether it has an entry of a source.
    func has(source: String) -> Bool { sources.contains(source) }

    /// By what an entry is the same article, or nil if it is not. `shared` are keys that several articles have.
    func evidence(for facts: ArticleFacts, besides shared: Set<String>) -> Evidence? {
        guard !has(source: facts.source), !members.contains(where: { $0.hasAnotherID(than: facts) }) else { return nil }
        let isPlausible = members.isEmpty || members.contains { $0.isPlausible(beside: facts) }
        if isPlausible {
            if facts.addresses.contains(where: { keys.contains($0) && !shared.contains($0) }) { return .address }
            if let id = facts.id, keys.contains(id), !shared.contains(id) { return .id }
        }
        let isSameTitle =
            facts.titles.contains { keys.contains($0) && !shared.contains($0) }
            || facts.supposedTitles.contains { titles.contains($0) && !shared.contains($0) }
        guard isSameTitle, members.contains(where: { $0.isDatedLike(facts) }),
            !members.contains(where: { $0.hasAnotherPage(than: facts) })
        else { return nil }
        return .title
    }

    /// By what two entries are the same article.
    enum Evidence: String {
        case address, id, title
    }
}

/// The groups of a delivery, found by their keys.
struct ArticleGroups {
    private(set) var groups: [ArticleGroup] = []
    private var byKey: [String: [Int]] = [:]
    /// Keys that several entries of one source have: a home page, a thread, the title of a column.
    private(set) var shared: Set<String>

    init(shared: Set<String>) { self.shared = shared }

    /// Returns the groups that an entry belongs to, each with what it is known by, in the order of its keys.
    func groups(of facts: ArticleFacts) -> [(index: Int, evidence: ArticleGroup.Evidence)] {
        var looked: Set<Int> = []
        var found: [(index: Int, evidence: ArticleGroup.Evidence)] = []
        for key in facts.keys where !shared.contains(key) {
            for index in byKey[key] ?? [] where looked.insert(index).inserted {
                if let evidence = groups[index].evidence(for: facts, besides: shared) {
                    found.append((index, evidence))
                }
            }
        }
        return found
    }

    /// Makes one group of two, which an entry has shown to be one article. Returns false, and changes nothing, if both have
    /// an entry of one source.
    mutating func unite(_ index: Int, into target: Int) -> Bool {
        guard groups[target].take(groups[index]) else { return false }
        for key in groups[index].keys { note([key], of: target) }
        groups[index] = ArticleGroup()
        return true
    }

    /// Whether a group has a key, of whatever entry.
    func isKnown(_ key: String) -> Bool { byKey[key] != nil }

    /// Whether a group has a key and an entry of a source.
    func isKnown(_ key: String, of source: String) -> Bool {
        byKey[key]?.contains { groups[$0].has(source: source) } ?? false
    }

    /// Adds a group without entries. Returns its index.
    mutating func add() -> Int {
        groups.append(ArticleGroup())
        return groups.count - 1
    }

    /// Takes an entry into a group.
    mutating func take(_ facts: ArticleFacts, into index: Int) {
        groups[index].take(facts)
        note(facts.keys, of: index)
    }

    /// Takes what is known of an entry into a group.
    mutating func take(source: String, keys: [String], into index: Int) {
        groups[index].take(source: source, keys: keys)
        note(keys, of: index)
    }

    private mutating func note(_ keys: [String], of index: Int) {
        for key in keys where byKey[key]?.last != index { byKey[key, default: []].append(index) }
    }

    /// Notes keys that several entries of one source have.
    mutating func share(_ keys: Set<String>) { shared.formUnion(keys) }
}
