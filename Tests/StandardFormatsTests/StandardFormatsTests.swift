import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import StandardFormats
import Testing

@Suite("The standard formats")
struct StandardFormatsTests {
    @Test("every format goes by its word and keeps to what stages must keep to")
    func registry() throws {
        var registry = PluginRegistry()
        try StandardFormats.add(to: &registry)
        #expect(registry.formats.keys.sorted() == ["atom", "html", "json", "jsonfeed", "jsonl", "markdown", "text"])
        #expect(StageConformance.problems(of: AtomFormat.self, sample: [:]) == [])
        #expect(StageConformance.problems(of: JSONFeedFormat.self, sample: [:]) == [])
        #expect(StageConformance.problems(of: MarkdownFormat.self, sample: [:]) == [])
        #expect(StageConformance.problems(of: HTMLFormat.self, sample: [:]) == [])
        #expect(StageConformance.problems(of: TextFormat.self, sample: [:]) == [])
        #expect(StageConformance.problems(of: JSONFormat.self, sample: [:]) == [])
        #expect(StageConformance.problems(of: JSONLinesFormat.self, sample: [:]) == [])
    }

    @Test("a page and a JSON object stand alone, the others may follow each other in a file")
    func appending() {
        #expect(MarkdownFormat.isAppendable && TextFormat.isAppendable && JSONLinesFormat.isAppendable)
        #expect(!HTMLFormat.isAppendable && !JSONFormat.isAppendable)
    }

    @Test("each writes what its name says")
    func rendering() throws {
        let moment = Timestamp(seconds: 1_795_125_600)
        let digest = Digest(
            pipeline: "p", title: "Title", generatedAt: moment, from: nil, to: moment, zone: .utc, locale: .en,
            sections: [])
        let beginnings = [
            try opening(of: MarkdownFormat.self, digest), try opening(of: HTMLFormat.self, digest),
            try opening(of: TextFormat.self, digest), try opening(of: JSONFormat.self, digest),
            try opening(of: JSONLinesFormat.self, digest),
        ]
        #expect(beginnings == ["# Title", "<!DOCTYP", "Title", "{\"digest", ""])
    }

    @Test("`bodies`, `excerpt`, `lead` and `brief_after` change the page")
    func page() throws {
        var entry = Entry()
        entry.title = "Title"
        entry.numbers = ["likes": 1]
        entry.content = .plain(String(repeating: "A sentence of the text. ", count: 40))
        let moment = Timestamp(seconds: 1_795_125_600)
        let entries = (0..<3).map {
            DigestEntry(
                key: "k\($0)", entry: entry, source: "s", sourceTitle: "S", firstSeen: moment)
        }
        let digest = Digest(
            pipeline: "p", title: "Title", generatedAt: moment, from: nil, to: moment, zone: .utc, locale: .en,
            sections: [DigestSection(title: "", entries: entries)])
        func signs(_ options: Node) throws -> [Bool] {
            let page = String(decoding: try HTMLFormat.configured(options).stage.render(digest), as: UTF8.self)
            return ["<details>", "class=\"excerpt\"", "class=\"leads\"", "class=\"briefs\""].map { page.contains($0) }
        }
        #expect(try signs([:]) == [true, true, false, false])
        #expect(try signs(["bodies": "none", "excerpt": "0"]) == [false, false, false, false])
        #expect(try signs(["lead": "1", "brief_after": "1"]) == [true, true, true, true])
        #expect(try HTMLFormat.configured(["bodies": "some"]).diagnostics.count == 1)
        #expect(try HTMLFormat.configured(["lead": "5"]).diagnostics.count == 1)
    }

    @Test(
        "`pictures`, `density` and `css` change the page; a file that loads something is an error of the configuration")
    func style() throws {
        let folder = try TemporaryFolder()
        let environment = ConfigEnvironment(directory: folder.path)
        try folder.write(".facts { color: teal }", to: "own.css")
        try folder.write("@import 'other.css';", to: "import.css")
        try folder.write("\n.a { background: url(https://a.example/) }", to: "address.css")
        try folder.write(String(repeating: "/**/", count: 20_000), to: "large.css")
        let moment = Timestamp(seconds: 1_795_125_600)
        let digest = Digest(
            pipeline: "p", title: "Title", generatedAt: moment, from: nil, to: moment, zone: .utc, locale: .en,
            sections: [])
        let (format, diagnostics) = try HTMLFormat.configured(
            ["css": "own.css", "density": "compact", "pictures": "none"], environment: environment)
        #expect(diagnostics.isEmpty)
        let page = String(decoding: try format.render(digest), as: UTF8.self)
        #expect(page.contains(".facts { color: teal }"))
        #expect(page.contains("<body class=\"compact\">"))
        #expect(page.contains("img-src data:; "))
        func message(_ file: String) -> String? {
            HTMLFormat.diagnostics(of: ["css": .quoted(file)], environment: environment).first?.what.text(in: .en)
        }
        #expect(
            message("import.css")
                == "testing.css: \(folder("import.css")), line 1: `@import` is not allowed, as a page is one file")
        #expect(message("address.css")?.contains("line 2: an address must begin with `data:image/`") == true)
        #expect(message("large.css")?.contains("64 KiB") == true)
        #expect(message("none.css")?.contains("none.css") == true)
        #expect(message(".")?.contains("folder") == true || message(".")?.contains("directory") == true)
        #expect(HTMLFormat.diagnostics(of: ["density": "airy", "pictures": "some"]).count == 2)
    }

    private func opening<Format: DigestFormat>(of format: Format.Type, _ digest: Digest) throws -> String {
        let bytes = try format.configured([:]).stage.render(digest)
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }.prefix(8), as: UTF8.self)
    }
}
