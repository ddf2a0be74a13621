import FeedModel
import Glibc

/// Links, persons, categories and other values that several elements share.
extension WireReader {
    /// The `href` of an Atom link. An empty one means the document itself (RFC 3986 §4.4). It counts only with an
    /// `xml:base`: for a feed the feed's, for an entry one of its own.
    func reference(_ index: Int) -> String? {
        if let href = attribute(.href, index) { return href }
        return scope.fields[index].base > 0 && hasAttribute(.href, index) && hasOwnBase(index) ? "" : nil
    }

    /// Whether an entry's field has its own base: not that around the entry or the document, and no mere site address.
    private func hasOwnBase(_ index: Int) -> Bool {
        let base = scope.fields[index].base
        guard scope.fields[0].name == .item || scope.fields[0].name == .entry else { return true }
        guard base != outerBase, let own = bases[Int(base)].address, let parts = Address.parts(own) else {
            return false
        }
        return own != bases[Int(outerBase)].address && own != bases[0].address
            && (parts.path.utf8.count > 1 || parts.query != nil)
    }

    /// An Atom link with its attributes. `isAtom` is true in an Atom document.
    func link(_ href: String, _ index: Int, isAtom: Bool) -> Link? {
        guard let address = address(href, index) else { return nil }
        // A registered relation may be written as an address (RFC 4287 §4.2.7.2).
        let registry = "http://www.iana.org/assignments/relation/"
        var rel = keyword(.rel, index)
        if let full = rel, full.utf8.starts(with: registry.utf8) { rel = String(full.dropFirst(registry.count)) }
        // In an Atom document `self` is an equivalent resource, so it is Atom, too (RFC 4287 §4.2.7.2).
        let usualType = isAtom && rel == "self" ? "application/atom+xml" : nil
        return Link(
            href: address, rel: rel, mediaType: mediaType(index) ?? usualType,
            hreflang: attribute(.hreflang, index), title: attribute(.title, index).flatMap(OneLine.text),
            length: attributeBytes(.length, index).flatMap(Number.size))
    }

    /// The `type` attribute if it is a media type: printable ASCII with a slash.
    func mediaType(_ index: Int) -> String? {
        guard let type = attributeBytes(.type, index), type.count <= 128, type.contains(UInt8(ascii: "/")),
            type.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        else { return nil }
        return string(type)
    }

    /// A person from Atom's child elements, or from the text of RSS, Dublin Core and iTunes.
    func person(_ index: Int) -> Person? {
        let children = children(of: index)
        guard !children.isEmpty else { return plainText(index).flatMap(PersonText.read) }
        var person = Person()
        for child in children {
            switch scope.fields[child].name {
            case .name: person.name = person.name ?? plainText(child)
            case .email: person.email = person.email ?? text(child).map(PersonText.withoutScheme)
            case .uri, .url: person.url = person.url ?? address(textOf: child)
            default: break
            }
        }
        if let name = person.name, person.email == nil, let read = PersonText.read(name) {
            person.name = read.name
            person.email = read.email
        }
        return person == Person() ? nil : person
    }

    /// A person whom Podcast 2.0 credits.
    func creditedPerson(_ index: Int) -> Person? {
        plainText(index).map { Person(name: $0, url: address(.href, index)) }
    }

    /// A category from Atom's attributes, RSS's text or iTunes' `text` attribute.
    func category(_ index: Int) -> Category? {
        let scheme = attribute(.scheme, index) ?? attribute(.domain, index)
        let label = attribute(.label, index).flatMap(OneLine.text)
        let term = attribute(.term, index) ?? plainText(index) ?? attribute(.text, index) ?? label
        guard let term = term.flatMap(OneLine.text) else { return nil }
        return Category(term: term, scheme: scheme, label: label)
    }

    /// A category of Media RSS (§media:category); its default scheme is Media RSS's own.
    func mediaCategory(_ index: Int) -> Category? {
        guard var category = category(index) else { return nil }
        category.scheme = category.scheme ?? "http://search.yahoo.com/mrss/category_schema"
        return category
    }

    /// A category of iTunes' directory.
    func itunesCategory(_ index: Int) -> Category? {
        guard var category = category(index) else { return nil }
        category.scheme = category.scheme ?? Self.itunesScheme
        return category
    }

    /// Adds the words between commas to a list of categories.
    func addKeywords(_ index: Int, to list: inout [Category]) {
        let scheme = scope.fields[index].name == .itunesKeywords ? Self.itunesScheme : nil
        // Some feeds (dasding.de) write them in an attribute.
        var text = plainText(index) ?? attribute(.text, index) ?? ""
        text.withUTF8 { bytes in
            var start = 0
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: UInt8(ascii: ",")) ?? bytes.count
                // A part between commas is valid UTF-8, because the whole text is.
                let word = OneLine.text(UnsafeBufferPointer(rebasing: bytes[start..<end]), isMarkup: false)
                limits.add(word.map { Category(term: $0, scheme: scheme) }, to: &list)
                start = end + 1
            }
        }
    }

    private static let itunesScheme = "http://www.itunes.com/"

    /// The address of a licence, from an attribute or the text.
    func license(_ index: Int) -> String? {
        address(attribute(.resource, index) ?? attribute(.href, index) ?? text(index), index)
    }

    /// The address of an RSS image, an iTunes image or a plain one.
    func picture(_ index: Int) -> String? {
        if let url = child(.url, of: index) { return address(textOf: url) }
        let reference =
            attribute(.href, index) ?? attribute(.url, index) ?? attribute(.resource, index) ?? text(index)
        return address(reference, index)
    }

    /// The value of iTunes' `explicit`: `yes`, `true`, `explicit`, or `no`, `false`, `clean`; else nil.
    func explicit(_ index: Int) -> Bool? {
        saysOne(of: ["explicit"], index) ? true : saysOne(of: ["clean"], index) ? false : flag(index)
    }

    /// True for `yes` or `true`, false for `no` or `false`; else nil.
    func flag(_ index: Int) -> Bool? {
        saysOne(of: ["yes", "true"], index) ? true : saysOne(of: ["no", "false"], index) ? false : nil
    }

    /// Whether the field's text is one of some words (lower case), in any case of their letters.
    private func saysOne(of words: [StaticString], _ index: Int) -> Bool {
        let bytes = textBytes(index)
        return words.contains { word in
            bytes.count == word.utf8CodeUnitCount
                && bytes.indices.allSatisfy { bytes[$0] | 0x20 == word.utf8Start[$0] && bytes[$0] >= 0x41 }
        }
    }
}

extension Person {
    /// Both persons as one; nil if their names differ, or their mail or web addresses contradict each other.
    func joined(with other: Person) -> Person? {
        guard name == other.name, name != nil || self == other else { return nil }
        guard email == nil || other.email == nil || email == other.email else { return nil }
        guard url == nil || other.url == nil || url == other.url else { return nil }
        return Person(name: name, url: url ?? other.url, email: email ?? other.email)
    }
}

/// Reads a person from one text: `a@b (Name)`, `Name (a@b)`, `Name <a@b>`, `mailto:a@b`, `Name`.
enum PersonText {
    static func read(_ text: String) -> Person? {
        var copy = text
        let hasMail = copy.withUTF8 { bytes in
            bytes.baseAddress.map { memchr($0, Int32(UInt8(ascii: "@")), bytes.count) != nil } ?? false
        }
        guard hasMail, let mail = mail(in: text) else { return text.isEmpty ? nil : Person(name: text) }
        var rest = text
        rest.removeSubrange(mail)
        let address = withoutScheme(String(text[mail]))
        let name = OneLine.text(String(rest.filter { !"()<>[]\"（）".contains($0) }))
        return Person(name: name == "mailto:" ? nil : name.flatMap(meaningful), email: address)
    }

    static func withoutScheme(_ text: String) -> String {
        text.lowercased().hasPrefix("mailto:") ? String(text.dropFirst(7)) : text
    }

    private static func meaningful(_ name: String) -> String? {
        name.utf8.allSatisfy { $0 < 0x30 || $0 == 0x3A } ? nil : name
    }

    /// The longest run of characters around the first `@` that can be a mail address, or nil.
    private static func mail(in text: String) -> Range<String.Index>? {
        let utf8 = text.utf8
        guard let at = utf8.firstIndex(of: UInt8(ascii: "@")) else { return nil }
        var start = at
        while start > utf8.startIndex, isMailByte(utf8[utf8.index(before: start)]) { start = utf8.index(before: start) }
        var end = utf8.index(after: at)
        while end < utf8.endIndex, isMailByte(utf8[end]) { end = utf8.index(after: end) }
        guard start < at, utf8[utf8.index(after: at)..<end].contains(UInt8(ascii: ".")) else { return nil }
        return start..<end
    }

    private static func isMailByte(_ byte: UInt8) -> Bool {
        byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || "!#$%&'*+-/=?^_`{|}~.:".utf8.contains(byte)
    }
}
