import FeedModel
public import FeedStages

extension StageConformance {
    /// Returns the problems of what a format makes of digests: of hostile entries, of none, and of those that a digest
    /// leaves out.
    ///
    /// The same digest must give the same bytes, in UTF-8. A page in HTML must have the texts of others as text: not as
    /// elements, attributes or scripts.
    public static func problems(ofPagesOf format: some DigestFormat) -> [String] {
        let digest = Digest.hostile
        var empty = digest
        empty.sections = []
        empty.failedSources = []
        var found = problems(of: format, rendering: "a digest") { format throws(StageError) in
            try format.render(digest)
        }
        found += problems(of: format, rendering: "a digest without entries") { format throws(StageError) in
            try format.render(empty)
        }
        let omitted = OmittedEntries(
            digest.entries.map { OmittedEntry($0, fate: .dropped, filter: "drop#1", reason: Hostile.text) }, count: 1000
        )
        found += problems(of: format, rendering: "omitted entries") { format throws(StageError) in
            try format.render(omitted, of: digest, page: "page.html")
        }
        return found + problems(ofOmittedPageOf: format, omitted, digest)
    }

    private static func problems<Format: DigestFormat>(
        ofOmittedPageOf format: Format, _ omitted: OmittedEntries, _ digest: Digest
    ) -> [String] {
        guard let page = try? format.render(omitted, of: digest, page: "page.html") else { return [] }
        if !Format.hasOmittedPage {
            return page.isEmpty ? [] : ["it renders omitted entries, but `hasOmittedPage` is false"]
        }
        if page.isEmpty { return ["`hasOmittedPage` is true, but it renders no omitted entries"] }
        return page.has("page.html") ? [] : ["the page of omitted entries has no link to the digest's page"]
    }

    private static func problems<Format: DigestFormat>(
        of format: Format, rendering what: String, _ render: (Format) throws(StageError) -> [UInt8]
    ) -> [String] {
        let (bytes, again): ([UInt8], [UInt8])
        do throws(StageError) {
            (bytes, again) = (try render(format), try render(format))
        } catch {
            return ["\(what) cannot be rendered: \(error.code.rawValue) \(error.subject)"]
        }
        var found: [String] = []
        if bytes != again { found.append("\(what), rendered twice, gives other bytes") }
        if String(validating: bytes, as: UTF8.self) == nil { found.append("\(what) gives bytes that are not UTF-8") }
        guard Format.mediaType.utf8.starts(with: "text/html".utf8) else { return found }
        for mistake in Hostile.mistakes(in: bytes) { found.append("\(what): \(mistake)") }
        return found
    }
}

/// Texts that try to become markup, and what shows that one of them did.
private enum Hostile {
    static let text = #"</title></style><hostile-element>" hostile-double="1" ' hostile-single='1' --><!-- &lt;b&gt;"#
    static let html = """
        <p onclick="hostile_handler()">Text</p><script>hostile_script()</script></div></article></main>\
        <a href="javascript:hostile_link()">link</a><img src=x onerror="hostile_handler()"><style>hostile_style {}</style>
        """

    /// What the texts became on a page that they should not have become.
    static func mistakes(in page: [UInt8]) -> [String] {
        let tags = PageMarkup(page).tags
        let attributes = tags.flatMap(\.attributes)
        var mistakes: [String] = []
        if tags.contains(where: { $0.name.hasPrefix("hostile") }) { mistakes.append("a text became an element") }
        if attributes.contains(where: { $0.name.hasPrefix("hostile") }) {
            mistakes.append("a text became an attribute")
        }
        if attributes.contains(where: { $0.value.hasPrefix("javascript:") }) {
            mistakes.append("an address that is a script is on it")
        }
        for (name, what) in [("script", "a script"), ("handler", "a handler"), ("style", "a style")]
        where page.has("hostile_\(name)") {
            mistakes.append("\(what) of others is on it")
        }
        return mistakes
    }
}

extension Digest {
    /// A digest in which every text and address is hostile.
    fileprivate static var hostile: Digest {
        var digest = Digest.testing(["1", "2", "3", "4", "5"])
        digest.title = Hostile.text
        digest.pipeline = Hostile.text
        digest.ranking = "likes"
        digest.failedSources = [
            FailedSource(source: Hostile.text, title: Hostile.text, code: "timeout", message: Hostile.text)
        ]
        digest.tally = DigestTally(kept: 5, passedOver: [.filtered: 1000], after: digest.to)
        digest.links = PageLinks(previous: "previous.html", omitted: "page-omitted.html")
        digest.sections[0].title = Hostile.text
        for index in digest.sections[0].entries.indices {
            digest.sections[0].entries[index].makeHostile(number: index)
        }
        return digest
    }
}

extension DigestEntry {
    fileprivate mutating func makeHostile(number: Int) {
        sourceTitle = Hostile.text
        reason = Hostile.text
        duplicates = [
            Duplicate(
                key: "k_other", source: "other", sourceTitle: Hostile.text, title: Hostile.text,
                url: "javascript:hostile_link()", numbers: [Hostile.text: 1])
        ]
        entry.title = number == 4 ? nil : Hostile.text
        entry.url = number % 2 == 0 ? "javascript:hostile_link()" : "https://example.com/\" hostile-double=\"1"
        entry.image = "https://example.com/' hostile-single='1"
        entry.summary = .plain(Hostile.text + String(repeating: " more words", count: 100))
        entry.content = .html(UntrustedHTML(markup: Hostile.html + Hostile.html, base: nil))
        entry.authors = [Person(name: Hostile.text)]
        entry.categories = [Category(term: Hostile.text)]
        entry.publisher = number == 1 ? nil : Publisher(name: Hostile.text)
        entry.language = Hostile.text
        entry.numbers = ["likes": number * 100, Hostile.text: 3]
        entry.enclosures = [Enclosure(url: "javascript:hostile_link()")]
    }
}

extension [UInt8] {
    fileprivate func has(_ text: String) -> Bool {
        let text = Array(text.utf8)
        return indices.contains { self[$0...].starts(with: text) }
    }
}
