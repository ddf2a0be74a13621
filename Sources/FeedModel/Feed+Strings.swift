extension Feed {
    /// Calls `replacement` with each string of the feed and its entries, and stores the result. Nil changes nothing.
    package mutating func replaceStrings(_ replacement: (FeedString, String) -> String?) {
        Strings.replace(&title, .words, replacement)
        Strings.replace(&homePageURL, .address, replacement)
        Strings.replace(&feedURL, .address, replacement)
        Strings.replace(&description, .words, replacement)
        Strings.replace(&language, .words, replacement)
        Strings.replace(&authors, replacement)
        Strings.replace(&contributors, replacement)
        Strings.replace(&icon, .address, replacement)
        Strings.replace(&favicon, .address, replacement)
        Strings.replace(&id, .identifier, replacement)
        Strings.replace(&rights, .words, replacement)
        Strings.replace(&license, .address, replacement)
        Strings.replace(&generator, replacement)
        Strings.replace(&categories, replacement)
        Strings.replace(&links, replacement)
        for index in entries.indices { entries[index].replaceStrings(replacement) }
    }

    /// Removes user names and passwords from every address of the feed and its entries. A user name can make one host
    /// look like another, and a password would go wherever the link goes.
    package mutating func removeUserInfo() {
        replaceStrings { kind, text in kind == .address ? Address.withoutUserInfo(text) : nil }
    }
}

/// A part of a feed that has strings.
private protocol HasStrings: Equatable {
    mutating func replaceStrings(_ replacement: (FeedString, String) -> String?)
}

/// Replaces strings in parts of a feed. Writes only a value that changes: most feeds need no change.
private enum Strings {
    typealias Replacement = (FeedString, String) -> String?

    static func replace(_ text: inout String, _ kind: FeedString, _ replacement: Replacement) {
        if let new = replacement(kind, text) { text = new }
    }

    static func replace(_ text: inout String?, _ kind: FeedString, _ replacement: Replacement) {
        if let old = text, let new = replacement(kind, old) { text = new }
    }

    static func replace(_ text: inout TextContent?, _ kind: FeedString, _ replacement: Replacement) {
        switch text {
        case .plain(let words): if let new = replacement(kind, words) { text = .plain(new) }
        case .html(var html):
            let markup = replacement(kind, html.markup)
            let base = html.base.flatMap { replacement(.address, $0) }
            guard markup != nil || base != nil else { return }
            html.markup = markup ?? html.markup
            html.base = base ?? html.base
            text = .html(html)
        case nil: break
        }
    }

    static func replace<Part: HasStrings>(_ part: inout Part?, _ replacement: Replacement) {
        part?.replaceStrings(replacement)
    }

    /// Entries may share one array with the feed's authors. An unchanged array is not copied for each entry.
    static func replace<Part: HasStrings>(_ parts: inout [Part], _ replacement: Replacement) {
        for index in parts.indices {
            var part = parts[index]
            part.replaceStrings(replacement)
            if part != parts[index] { parts[index] = part }
        }
    }
}

extension Entry {
    fileprivate mutating func replaceStrings(_ replacement: (FeedString, String) -> String?) {
        Strings.replace(&guid, .identifier, replacement)
        Strings.replace(&url, .address, replacement)
        Strings.replace(&title, .words, replacement)
        Strings.replace(&summary, .body, replacement)
        Strings.replace(&content, .body, replacement)
        Strings.replace(&authors, replacement)
        Strings.replace(&categories, replacement)
        Strings.replace(&language, .words, replacement)
        Strings.replace(&image, .address, replacement)
        Strings.replace(&enclosures, replacement)
        Strings.replace(&links, replacement)
        guard case .parts(let parts) = rare else { return }
        var changed = parts
        changed.replaceStrings(replacement)
        if changed != parts { rare = .parts(changed) }
    }
}

extension Rare: HasStrings {
    fileprivate mutating func replaceStrings(_ replacement: (FeedString, String) -> String?) {
        Strings.replace(&externalURL, .address, replacement)
        Strings.replace(&contributors, replacement)
        Strings.replace(&commentsURL, .address, replacement)
        Strings.replace(&origin, replacement)
        Strings.replace(&publisher, replacement)
        Strings.replace(&related, replacement)
        Strings.replace(&rights, .words, replacement)
        Strings.replace(&license, .address, replacement)
        for (name, extra) in extras {
            switch extra {
            case .text(let text): if let new = replacement(.words, text) { extras[name] = .text(new) }
            case .address(let url): if let new = replacement(.address, url) { extras[name] = .address(new) }
            case .number, .flag: break
            }
        }
    }
}

extension Person: HasStrings {
    fileprivate mutating func replaceStrings(_ replacement: (FeedString, String) -> String?) {
        Strings.replace(&name, .words, replacement)
        Strings.replace(&url, .address, replacement)
        Strings.replace(&email, .words, replacement)
    }
}

extension Category: HasStrings {
    fileprivate mutating func replaceStrings(_ replacement: (FeedString, String) -> String?) {
        Strings.replace(&term, .words, replacement)
        Strings.replace(&scheme, .words, replacement)
        Strings.replace(&label, .words, replacement)
    }
}

extension Enclosure: HasStrings {
    fileprivate mutating func replaceStrings(_ replacement: (FeedString, String) -> String?) {
        Strings.replace(&url, .address, replacement)
        Strings.replace(&mediaType, .words, replacement)
        Strings.replace(&title, .words, replacement)
    }
}

extension Link: HasStrings {
    fileprivate mutating func replaceStrings(_ replacement: (FeedString, String) -> String?) {
        Strings.replace(&href, .address, replacement)
        Strings.replace(&rel, .words, replacement)
        Strings.replace(&mediaType, .words, replacement)
        Strings.replace(&hreflang, .words, replacement)
        Strings.replace(&title, .words, replacement)
    }
}

extension Origin: HasStrings {
    fileprivate mutating func replaceStrings(_ replacement: (FeedString, String) -> String?) {
        Strings.replace(&title, .words, replacement)
        Strings.replace(&url, .address, replacement)
        Strings.replace(&id, .identifier, replacement)
    }
}

extension Publisher: HasStrings {
    fileprivate mutating func replaceStrings(_ replacement: (FeedString, String) -> String?) {
        Strings.replace(&name, .words, replacement)
        Strings.replace(&url, .address, replacement)
    }
}

extension RelatedArticle: HasStrings {
    fileprivate mutating func replaceStrings(_ replacement: (FeedString, String) -> String?) {
        Strings.replace(&title, .words, replacement)
        Strings.replace(&url, .address, replacement)
        Strings.replace(&publisher, .words, replacement)
    }
}

extension Generator: HasStrings {
    fileprivate mutating func replaceStrings(_ replacement: (FeedString, String) -> String?) {
        Strings.replace(&name, .words, replacement)
        Strings.replace(&url, .address, replacement)
        Strings.replace(&version, .words, replacement)
    }
}

/// The kind of a string of a feed. It decides which changes are allowed.
package enum FeedString: String, Sendable, CaseIterable {
    /// Text that people or programs read: titles, names, tags, types, languages, notices of rights.
    case words
    /// An absolute address.
    case address
    /// A text that identifies something and is compared byte for byte.
    case identifier
    /// The text of an entry: its summary or its content.
    case body
}
