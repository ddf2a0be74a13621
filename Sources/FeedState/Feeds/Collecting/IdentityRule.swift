import FeedSystem

/// The option `identity:` of a source: how its entries are identified.
package enum IdentityChoice: String, Sendable, Hashable, CaseIterable {
    /// The guid decides, unless the feed shows that its guids identify nothing.
    case auto
    /// The guid alone decides, whatever the links say.
    case guid
    /// The link decides, whatever the guids say.
    case link
}

/// Which key decides whether an entry is known. The values are stored in `document.identity`.
enum IdentityRule: Int64, Sendable {
    /// The guid. Without a guid the link, if only one entry of the document has it; else the content.
    case guid = 0
    /// Like `guid`, but with guid and link together: the feed uses one guid for several articles.
    case guidAndLink = 1
    /// The link, if only one entry of the document has it. Without a link the guid; else the content.
    case link = 2

    /// Makes the rule for a document whose rule was `known` so far.
    init(_ choice: IdentityChoice, known: IdentityRule, isAmbiguous: Bool) {
        switch choice {
        case .guid: self = .guid
        case .link: self = .link
        case .auto: self = known == .guid && isAmbiguous ? .guidAndLink : known
        }
    }
}

extension EntryIdentity {
    /// Returns the key that decides, or nil if it is the content's and not at hand.
    func decidingKey(by rule: IdentityRule) -> EntryKey? {
        switch rule {
        case .guid: if let guid { return EntryKey(.guid, guid) }
        case .guidAndLink: if let guidAndLink { return EntryKey(.guidAndLink, guidAndLink) }
        case .link: if link == nil, let guid { return EntryKey(.guid, guid) }
        }
        if let link, isLinkUnique { return EntryKey(.link, link) }
        return content.map { EntryKey(.content, $0) }
    }

    /// Returns the deciding key with the address behind a proxy's link, or nil if the link has no part in it.
    func keyBehindProxy(by rule: IdentityRule) -> EntryKey? {
        if rule == .guidAndLink, guid != nil { return guidAndOriginal.map { EntryKey(.guidAndLink, $0) } }
        return rule == .guid && guid != nil ? nil : original.map { EntryKey(.link, $0) }
    }
}

/// One of the keys of an entry.
struct EntryKey: Hashable, Sendable {
    let kind: KeyKind
    let hash: [UInt8]

    init(_ kind: KeyKind, _ hash: [UInt8]) {
        self.kind = kind
        self.hash = hash
    }

    /// Combines the digest alone: few keys differ in nothing but their kind.
    func hash(into hasher: inout Hasher) { SHA256.combine(hash, into: &hasher) }
}
