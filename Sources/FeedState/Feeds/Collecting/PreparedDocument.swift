package import FeedModel
package import FeedStages
package import FeedSystem

/// A parsed document, prepared for the state: identities, hashes and encoded entries. Preparing costs CPU time and
/// needs no state, so it is done beside the parsing and not on the state's thread.
package struct PreparedDocument: Sendable {
    /// An entry. This is a class so that it is not copied, field by field, whenever the entries are gone through.
    final class Item: Sendable {
        let identity: EntryIdentity
        let title: String?
        let encoded: EntryCodec.Encoded
        let contentHash: [UInt8]
        let numbers: String?
        /// The same numbers as values.
        let values: [String: Int]
        let published: Timestamp?
        /// Whether the entry's date is relative ("2 hours ago") and changes at each fetch, so that the first date is
        /// kept.
        let isPublishedRelative: Bool
        /// Whether the entry has related articles, which are kept as they are now although they are no change.
        let hasRelated: Bool
        /// The entry's fields, as bits of the document's `fieldNames`.
        let fields: UInt64

        init(
            _ entry: Entry, _ identity: EntryIdentity, _ encoded: EntryCodec.Encoded, contentHash: [UInt8],
            fields: UInt64
        ) {
            self.identity = identity
            title = entry.title
            self.encoded = encoded
            self.contentHash = contentHash
            numbers = NumbersJSON.encode(entry.numbers)
            values = entry.numbers
            published = entry.published
            isPublishedRelative = entry.isPublishedRelative
            hasRelated = !entry.related.isEmpty
            self.fields = fields
        }
    }

    let key: DocumentKey
    let title: String?
    /// The host of the feed's site, or nil.
    let siteHost: String?
    let items: [Item]
    let validators: Validators?
    let contentHash: [UInt8]?
    let fieldNames: [String]
    /// Whether the document was read to its end without repairs. Then a field that its entries lack was not in the
    /// document.
    let isIntact: Bool
    /// The document's share of the run's memory until it is stored, or nil.
    package var lease: MemoryLease?

    /// How many entries the document holds.
    package var entryCount: Int { items.count }
    /// The size of the document's encoded entries in bytes.
    var byteCount: Int { items.reduce(0) { $0 + $1.encoded.count } }
    /// The memory that the document takes, about, in bytes.
    package var memory: Int { byteCount + items.count * Self.memoryOfItem }

    /// The memory of an entry beside its encoded bytes: an item with its five to eight small arrays.
    private static let memoryOfItem = 640

    /// Prepares a feed. Only the `limit` newest entries are taken.
    ///
    /// Validators and `contentHash`, a hash of the raw bytes, are kept only for a document that was read to its end.
    package init(
        _ feed: Feed, key: DocumentKey, validators: Validators?, contentHash: [UInt8]?, limit: Int
    ) {
        self.key = key
        title = feed.title.isEmpty ? nil : feed.title
        siteHost = feed.homePageURL.flatMap(Address.host)
        self.validators = feed.isComplete ? validators : nil
        self.contentHash = feed.isComplete ? contentHash : nil
        isIntact = feed.isComplete && feed.repairs.isEmpty
        let entries = Self.newest(limit, of: feed.entries)
        var hasher = SHA256.Hasher()
        let identities = EntryIdentity.identities(of: entries, &hasher)
        var items: [Item] = []
        items.reserveCapacity(entries.count)
        var fieldNames = FieldNames()
        for (entry, identity) in zip(entries, identities) {
            let encoded = EntryCodec.encode(entry)
            let isLasting = !entry.isPublishedRelative && entry.related.isEmpty
            hasher.update(isLasting ? encoded.head : EntryCodec.encodeLasting(entry))
            if let body = encoded.body { hasher.update(body) }
            items.append(
                Item(
                    entry, identity, encoded, contentHash: hasher.finalize(EntryIdentity.keyLength),
                    fields: fieldNames.mask(of: entry)))
        }
        self.items = items
        self.fieldNames = fieldNames.names
    }

    /// Whether title and site both differ from the known ones. `www.` does not count.
    func isOtherSite(than known: KnownDocument) -> Bool {
        guard let former = known.title, let title, let host = known.siteHost, let siteHost else { return false }
        func bare(_ host: String) -> Substring { host.hasPrefix("www.") ? host.dropFirst(4) : host[...] }
        return former != title && bare(host) != bare(siteHost)
    }

    private static func newest(_ limit: Int, of entries: [Entry]) -> [Entry] {
        guard entries.count > limit else { return entries }
        let ranked = entries.indices.sorted { left, right in
            let dates = (entries[left].published, entries[right].published)
            switch dates {
            case (let first?, let second?) where first != second: return first > second
            case (nil, .some): return false
            case (.some, nil): return true
            default: return left < right
            }
        }
        return ranked.prefix(limit).sorted().map { entries[$0] }
    }
}
