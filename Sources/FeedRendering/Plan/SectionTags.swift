/// The tags of a section that tell its entries apart.
struct SectionTags {
    private let shared: Set<String>

    /// Finds the tags that all entries have, and the one that is the heading.
    init(_ cards: [EntryCard], heading: String) {
        var shared: Set<String> = []
        if cards.count > 1, let first = cards.first {
            shared = cards.dropFirst().reduce(into: Set(first.tags)) { $0.formIntersection($1.tags) }
        }
        self.shared = shared.union([heading])
    }

    /// Returns the first three tags of a card that not all have.
    func telling(_ card: EntryCard) -> [String] {
        Array(card.tags.lazy.filter { !shared.contains($0) }.prefix(3))
    }
}
