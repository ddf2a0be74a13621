/// What a source's configuration says of how its entries are told apart (`identity:`).
package enum IdentityChoice: String, Sendable, Hashable, CaseIterable {
    /// The guid decides, unless the feed shows that its guids are none.
    case auto
    /// The guid alone decides, whatever the links say.
    case guid
    /// The link decides, whatever the guids say.
    case link
}

/// What decides whether an entry of a feed is one that is known; stands in `feed.identity`.
enum IdentityRule: Int64, Sendable {
    /// The guid; without one the link, if it stands once in the document; else the content.
    case guid = 0
    /// The same, with guid and link together in the place of the guid: the feed uses a guid for several articles.
    case guidAndLink = 1
    /// The link, if it stands once in the document; the guid where there is no link; else the content.
    case link = 2

    /// The rule for a document of a feed that has had `known` so far.
    init(_ choice: IdentityChoice, known: IdentityRule, isAmbiguous: Bool) {
        switch choice {
        case .guid: self = .guid
        case .link: self = .link
        case .auto: self = known == .guid && isAmbiguous ? .guidAndLink : known
        }
    }
}

extension EntryIdentity {
    /// The key that decides by a rule, or nil if it is the content's and not at hand.
    func decidingKey(by rule: IdentityRule) -> EntryKey? {
        switch rule {
        case .guid: if let guid { return EntryKey(.guid, guid) }
        case .guidAndLink: if let guidAndLink { return EntryKey(.guidAndLink, guidAndLink) }
        case .link: if link == nil, let guid { return EntryKey(.guid, guid) }
        }
        if let link, isLinkUnique { return EntryKey(.link, link) }
        return content.map { EntryKey(.content, $0) }
    }

    /// The key of what the link stands for, where the link has its part in the key that decides; or nil.
    func keyBehindProxy(by rule: IdentityRule) -> EntryKey? {
        if rule == .guidAndLink, guid != nil { return guidAndOriginal.map { EntryKey(.guidAndLink, $0) } }
        return rule == .guid && guid != nil ? nil : original.map { EntryKey(.link, $0) }
    }
}

/// One of the keys by which an entry is known.
struct EntryKey: Hashable, Sendable {
    let kind: KeyKind
    let hash: [UInt8]

    init(_ kind: KeyKind, _ hash: [UInt8]) {
        self.kind = kind
        self.hash = hash
    }
}
