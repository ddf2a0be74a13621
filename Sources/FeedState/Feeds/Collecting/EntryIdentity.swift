import FeedModel
import FeedStages
import FeedSystem

/// The keys by which an entry is known again within its feed; hashes are the first 16 bytes of SHA-256.
///
/// Guids are trimmed and compared as bytes, links are normalised (RFC 3986 §6.2.2). Addresses, also those that are
/// guids, are the same with `http` and `https`: two servers behind one name may write either. Which of the keys decides
/// is the matter of `IdentityRule`. There is never a date watermark.
struct EntryIdentity: Sendable {
    let guid: [UInt8]?
    /// Of the link that the feed gives, be it a proxy's.
    let link: [UInt8]?
    /// Of the address that the link stands for, unless another entry of the document has it; or nil.
    let original: [UInt8]?
    /// Of title, text and enclosures; only without a guid.
    let content: [UInt8]?
    /// Whether another entry of the same document has the same guid and another link.
    let isGuidAmbiguous: Bool
    /// Whether no other entry of the same document has the same link.
    let isLinkUnique: Bool

    /// The link in the one spelling that comparing needs, or nil.
    let normalisedLink: String?
    /// The same of what it stands for.
    let normalisedOriginal: String?
    /// What `guidAndLink` is made of, should it be needed.
    private let guidBytes: [UInt8]?

    /// Bytes of a key.
    static let keyLength = 16

    /// The identities of a document's entries, in its order.
    static func identities(of entries: [Entry], _ hasher: inout SHA256.Hasher) -> [EntryIdentity] {
        var keys: [Keys] = []
        keys.reserveCapacity(entries.count)
        // What each guid came with first, and those that came with something else, too.
        var firstLinkOfGuid: [[UInt8]: [UInt8]?] = [:]
        var ambiguousGuids: Set<[UInt8]> = []
        var linksSeen: Set<[UInt8]> = []
        var repeatedLinks: Set<[UInt8]> = []
        var originals: [[UInt8]: Int] = [:]
        for entry in entries {
            let feedLink = entry.linkInFeed
            let normalisedLink = feedLink.map(address)
            // Most guids that are addresses are the link, which has been brought into its spelling already.
            let isLink = entry.guid != nil && entry.guid == feedLink
            let guidBytes = isLink ? normalisedLink.map { Array($0.utf8) } : entry.guid.flatMap(comparable)
            let guid = guidBytes.map { bytes in
                hasher.update(bytes)
                return hasher.finalize(keyLength)
            }
            let link = normalisedLink.map { text in
                hasher.update(text)
                return hasher.finalize(keyLength)
            }
            if let guid, let first = firstLinkOfGuid.updateValue(link, forKey: guid), first != link {
                ambiguousGuids.insert(guid)
            }
            if let link, !linksSeen.insert(link).inserted { repeatedLinks.insert(link) }
            let normalisedOriginal = feedLink == entry.url ? nil : entry.url.map(address)
            let original = normalisedOriginal.map { text in
                hasher.update(text)
                return hasher.finalize(keyLength)
            }
            if let original { originals[original, default: 0] += 1 }
            keys.append(
                Keys(
                    guid: guid, link: link, original: original, guidBytes: guidBytes, normalisedLink: normalisedLink,
                    normalisedOriginal: normalisedOriginal))
        }
        return zip(entries, keys).map { entry, key in
            let isAlone = key.original.map { originals[$0] == 1 && !linksSeen.contains($0) } ?? false
            return EntryIdentity(
                guid: key.guid, link: key.link, original: isAlone ? key.original : nil,
                content: key.guid == nil ? content(of: entry, &hasher) : nil,
                isGuidAmbiguous: key.guid.map(ambiguousGuids.contains) ?? false,
                isLinkUnique: key.link.map { !repeatedLinks.contains($0) } ?? false,
                normalisedLink: key.normalisedLink, normalisedOriginal: isAlone ? key.normalisedOriginal : nil,
                guidBytes: key.guidBytes)
        }
    }

    /// The key of guid and link together, or nil without a guid.
    var guidAndLink: [UInt8]? { together(with: normalisedLink ?? "") }

    /// The key of the guid and what the link stands for together, or nil without either.
    var guidAndOriginal: [UInt8]? { normalisedOriginal.flatMap(together) }

    private func together(with link: String) -> [UInt8]? {
        guidBytes.map { Array(SHA256.hash($0 + [0] + link.utf8).prefix(Self.keyLength)) }
    }

    /// The keys of one entry, before it is known which others of the document have them.
    private struct Keys {
        let guid: [UInt8]?
        let link: [UInt8]?
        let original: [UInt8]?
        let guidBytes: [UInt8]?
        let normalisedLink: String?
        let normalisedOriginal: String?
    }

    /// The key of what an entry says: its title, its text, its enclosures.
    static func content(of entry: Entry, _ hasher: inout SHA256.Hasher) -> [UInt8] {
        hasher.update(entry.title ?? "")
        hasher.update([0])
        switch entry.content ?? entry.summary {
        case .plain(let text): hasher.update(text)
        case .html(let html): hasher.update(html.markup)
        case nil: break
        }
        for enclosure in entry.enclosures {
            hasher.update([0])
            hasher.update(enclosure.url)
        }
        return hasher.finalize(keyLength)
    }

    /// A guid as it is compared, or nil if it is blank.
    private static func comparable(_ guid: String) -> [UInt8]? {
        guard let bytes = trimmed(guid) else { return nil }
        return Address.isHTTP(guid) ? Array(address(String(decoding: bytes, as: UTF8.self)).utf8) : bytes
    }

    /// An address in the one spelling that comparing needs, `https` for `http`.
    private static func address(_ url: String) -> String {
        let normalised = Address.normalised(url)
        return normalised.hasPrefix("http:") ? "https:" + normalised.dropFirst(5) : normalised
    }

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
