import FeedModel
import FeedStages

/// The keys by which an entry is known again within its feed; hashes are the first 16 bytes of SHA-256.
///
/// The guid decides if there is one (trimmed, compared as bytes); where a document holds it twice with different
/// links, guid and link together decide. Without a guid the link decides if it stands once in the document; the content
/// decides last. There is never a date watermark.
struct EntryIdentity: Sendable {
    let guid: [UInt8]?
    let guidAndLink: [UInt8]?
    let link: [UInt8]?
    let content: [UInt8]
    /// Whether another entry of the same document has the same guid and another link.
    let isGuidAmbiguous: Bool
    /// Whether no other entry of the same document has the same link.
    let isLinkUnique: Bool

    /// The identities of a document's entries, in its order.
    static func identities(of entries: [Entry], contentHashes: [[UInt8]]) -> [EntryIdentity] {
        let guids = entries.map { $0.guid.flatMap(trimmed) }
        let links = entries.map { $0.url.map(Address.normalised) }
        var linksOfGuid: [[UInt8]: Set<String>] = [:]
        var occurrencesOfLink: [String: Int] = [:]
        for (guid, link) in zip(guids, links) {
            if let guid { linksOfGuid[guid, default: []].insert(link ?? "") }
            if let link { occurrencesOfLink[link, default: 0] += 1 }
        }
        return entries.indices.map { index in
            let guid = guids[index]
            let link = links[index]
            return EntryIdentity(
                guid: guid.map(hash),
                guidAndLink: guid.map { hash($0 + [0] + (link ?? "").utf8) },
                link: link.map { hash(Array($0.utf8)) },
                content: contentHashes[index],
                isGuidAmbiguous: guid.map { linksOfGuid[$0, default: []].count > 1 } ?? false,
                isLinkUnique: link.map { occurrencesOfLink[$0] == 1 } ?? false)
        }
    }

    private static func hash(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(bytes).prefix(16)) }

    /// Without leading and trailing ASCII white space, or nil if nothing is left.
    private static func trimmed(_ text: String) -> [UInt8]? {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        let bytes = Array(text.utf8)
        guard let first = bytes.firstIndex(where: { !isSpace($0) }),
            let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return nil }
        return Array(bytes[first...last])
    }
}
