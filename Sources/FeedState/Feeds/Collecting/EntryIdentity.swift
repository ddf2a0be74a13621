import FeedModel
import FeedStages
import FeedSystem

/// The keys that identify an entry within its document. Hashes are the first 16 bytes of SHA-256.
///
/// Guids are trimmed and compared as bytes, links are normalised (RFC 3986 §6.2.2). Links, and guids that are
/// addresses, are the same with `http` and `https`, since two servers behind one name may write either. `IdentityRule`
/// says which key decides. An old date alone never makes an entry a known one.
struct EntryIdentity: Sendable {
    let guid: [UInt8]?
    /// The key of the link in the feed, even if it is a proxy's.
    let link: [UInt8]?
    /// The key of the address behind a proxy's link. Nil if there is none or another entry of the document has it.
    let original: [UInt8]?
    /// The key of title, text and enclosures; only without a guid.
    let content: [UInt8]?
    /// Whether another entry of the same document has the same guid and another link.
    let isGuidAmbiguous: Bool
    /// Whether no other entry of the same document has the same link.
    let isLinkUnique: Bool

    /// The normalised link, with `https` for `http`, or nil.
    let normalisedLink: String?
    /// The address behind a proxy's link, normalised in the same way, or nil.
    let normalisedOriginal: String?
    /// The comparable guid, of which `guidAndLink` is made on demand.
    private let guidBytes: [UInt8]?

    /// Bytes of a key.
    static let keyLength = 16

    /// Returns the identities of a document's entries, in its order.
    static func identities(of entries: [Entry], _ hasher: inout SHA256.Hasher) -> [EntryIdentity] {
        var keys: [Keys] = []
        keys.reserveCapacity(entries.count)
        // The first link of each guid, and the guids that came with a second link.
        var firstLinkOfGuid: [EntryKey: [UInt8]?] = [:]
        var ambiguousGuids: Set<EntryKey> = []
        var linksSeen: Set<EntryKey> = []
        var repeatedLinks: Set<EntryKey> = []
        var originals: [EntryKey: Int] = [:]
        firstLinkOfGuid.reserveCapacity(entries.count)
        linksSeen.reserveCapacity(entries.count)
        for entry in entries {
            let feedLink = entry.linkInFeed
            let normalisedLink = feedLink.map(address)
            // Most guids that are addresses equal the link, which is normalised already.
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
            if let key = guid.map({ EntryKey(.guid, $0) }),
                let first = firstLinkOfGuid.updateValue(link, forKey: key), first != link
            {
                ambiguousGuids.insert(key)
            }
            if let key = link.map({ EntryKey(.link, $0) }), !linksSeen.insert(key).inserted {
                repeatedLinks.insert(key)
            }
            let normalisedOriginal = feedLink == entry.url ? nil : entry.url.map(address)
            let original = normalisedOriginal.map { text in
                hasher.update(text)
                return hasher.finalize(keyLength)
            }
            if let original { originals[EntryKey(.link, original), default: 0] += 1 }
            keys.append(
                Keys(
                    guid: guid, link: link, original: original, guidBytes: guidBytes, normalisedLink: normalisedLink,
                    normalisedOriginal: normalisedOriginal))
        }
        return zip(entries, keys).map { entry, key in
            let original = key.original.map { EntryKey(.link, $0) }
            let isAlone = original.map { originals[$0] == 1 && !linksSeen.contains($0) } ?? false
            return EntryIdentity(
                guid: key.guid, link: key.link, original: isAlone ? key.original : nil,
                content: key.guid == nil ? content(of: entry, &hasher) : nil,
                isGuidAmbiguous: key.guid.map { ambiguousGuids.contains(EntryKey(.guid, $0)) } ?? false,
                isLinkUnique: key.link.map { !repeatedLinks.contains(EntryKey(.link, $0)) } ?? false,
                normalisedLink: key.normalisedLink, normalisedOriginal: isAlone ? key.normalisedOriginal : nil,
                guidBytes: key.guidBytes)
        }
    }

    /// The key of guid and link together; nil without a guid.
    var guidAndLink: [UInt8]? { together(with: normalisedLink ?? "") }

    /// The key of the guid and the address behind a proxy's link together; nil without either.
    var guidAndOriginal: [UInt8]? { normalisedOriginal.flatMap(together) }

    private func together(with link: String) -> [UInt8]? {
        guidBytes.map { Array(SHA256.hash($0 + [0] + link.utf8).prefix(Self.keyLength)) }
    }

    /// The keys of one entry, before they are compared with those of the other entries.
    private struct Keys {
        let guid: [UInt8]?
        let link: [UInt8]?
        let original: [UInt8]?
        let guidBytes: [UInt8]?
        let normalisedLink: String?
        let normalisedOriginal: String?
    }

    /// Returns the key of an entry's content: title, text and enclosures.
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

    /// Returns the key of an entry whose guid or link is `name`.
    static func key(ofName name: String) -> [UInt8] {
        Array(SHA256.hash(comparable(name) ?? []).prefix(keyLength))
    }

    /// Returns a guid in its comparable form, or nil if it is blank.
    private static func comparable(_ guid: String) -> [UInt8]? {
        guard let bytes = trimmed(guid) else { return nil }
        return Address.isHTTP(guid) ? Array(address(String(decoding: bytes, as: UTF8.self)).utf8) : bytes
    }

    /// Returns an address normalised, with `https` for `http`.
    static func address(_ url: String) -> String {
        let normalised = Address.normalised(url)
        return normalised.utf8.starts(with: "http:".utf8) ? "https:" + normalised.dropFirst(5) : normalised
    }

    /// Returns the text without leading and trailing ASCII white space, or nil if nothing is left.
    private static func trimmed(_ text: String) -> [UInt8]? {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        let bytes = Array(text.utf8)
        guard let first = bytes.firstIndex(where: { !isSpace($0) }),
            let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return nil }
        return Array(bytes[first...last])
    }
}
