/// The publishers that tell a story in words of their own. A publisher counts once, however many copies it has, and so
/// does a text that many publishers took from an agency. Another entry never lowers the count.
struct Voices {
    private var publishers: Set<[UInt8]> = []
    private var titles: Set<[UInt8]> = []
    /// Those of the entries, and of the articles that a source names beside them.
    private var allPublishers: Set<[UInt8]> = []
    private var allTitles: Set<[UInt8]> = []

    /// How many publishers have an entry here, at least 1.
    var count: Int { max(1, min(publishers.count, titles.count)) }

    /// How many more publishers a source names for the story.
    var named: Int { max(0, min(allPublishers.count, allTitles.count) - count) }

    init(_ members: some Sequence<BuzzMeasure.Member>) {
        for member in members {
            let entry = member.entry
            let publisher = entry.publisherKey(in: member.source)
            let name = Folding.fold(entry.publisher?.name ?? "", ignoringCase: true)
            let title = Self.withoutSuffix(Folding.fold(entry.title ?? entry.url ?? "", ignoringCase: true), name)
            publishers.insert(publisher)
            titles.insert(title)
            allPublishers.insert(publisher)
            allTitles.insert(title)
            for article in entry.related {
                let name = Folding.fold(article.publisher ?? "", ignoringCase: true)
                guard !name.isEmpty else { continue }
                allPublishers.insert(name)
                allTitles.insert(Self.withoutSuffix(Folding.fold(article.title, ignoringCase: true), name))
            }
        }
    }
    /// Returns a folded title without the name of its publisher at the end, such as `- nhk` or `(nhk)`.
    private static func withoutSuffix(_ title: [UInt8], _ name: [UInt8]) -> [UInt8] {
        let inside = title.last == UInt8(ascii: ")") ? title.dropLast() : title[...]
        guard !name.isEmpty, inside.count > name.count, inside.suffix(name.count) == name[...] else { return title }
        let rest = trimmed(inside.dropLast(name.count))
        guard let mark = marks.first(where: { rest.suffix($0.count) == $0[...] }) else { return title }
        let kept = trimmed(rest.dropLast(mark.count))
        return kept.isEmpty ? title : Array(kept)
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.dropLast(text.reversed().prefix { $0 == UInt8(ascii: " ") }.count)
    }

    /// What stands before the name, as folded texts have it.
    private static let marks = ["-", "|", ":", "(", "/", "–", "—", "―"].map { Array($0.utf8) }
}

extension Entry {
    /// What tells the entry's publisher from others: its name, or the host of the address, or else the source.
    package func publisherKey(in source: String) -> [UInt8] {
        let name = Folding.fold(publisher?.name ?? "", ignoringCase: true)
        guard name.isEmpty else { return name }
        guard let host = url.flatMap(Address.host) else { return Array(source.utf8) }
        return Array((host.hasPrefix("www.") ? host.dropFirst(4) : host[...]).utf8)
    }
}
