import FeedModel
import Testing

@testable import FeedRendering

/// A user's own rules for a page.
@Suite("the style of a page")
struct PageStyleTests {
    private func fault(_ text: String) -> StyleFault? {
        do throws(StyleFault) {
            _ = try PageStyle(Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "rules that load nothing are taken as they are",
        arguments: [
            "", "body { color: red }",
            ":root { --accent: #036; --paper: rgb(1 2 3 / 50%); }\r\n.facts > b { content: \"}\" }",
            ".a { background: url(data:image/png;base64,AAAA) no-repeat, URL( \"data:image/svg+xml,%3Csvg/%3E\" ) }",
            "@media (min-width: 40rem) { .leads { grid-template-columns: repeat(2, 1fr) } } /* a { ( */ @charset \"x\";",
            ".a::after { content: 'url(https://a.example/)'; width: calc(100% - 2em) } <!-- --> .\\31 a, .\\{ { margin: -1px 1e3px }",
            "/* @import 'x'; url(https://a.example/) */ .import { } .url { } @supports (display: grid) { }",
            "\u{FEFF}.瓦版 { font-family: \"游明朝\" }", ".a { fill: url(#g); mask: url('#m') }",
            ".a { --image: 1px; width: min(1em, var(--image)); background: linear-gradient(#fff, #000) }",
        ])
    func allowed(text: String) throws {
        #expect(fault(text) == nil)
        #expect(try PageStyle(Array(text.utf8)).text.hasSuffix(text.drop { $0 == "\u{FEFF}" }))
    }

    @Test(
        "an address of another site is refused however it is written",
        arguments: [
            ".a { background: url(https://a.example/p.png) }", ".a { background: url('//a.example/p.png') }",
            ".a { background: URL(\n\"https://a.example/p.png\") }", ".a { background: \\75rl(https://a.example/) }",
            ".a { background: \\000075 r\\6c (https://a.example/) }", ".a { background: u\\r\\l(https://a.example/) }",
            ".a { background: ur/**/l(x) url(/**/https://a.example/) }", "@font-face { src: url(f.woff2) }",
            ".a { --b: url(https://a.example/) }", ".a { background: url() }",
            ".a { background: url(data:text/html,x) }",
            ".a { background: url(data:image/png;base64,AA'AA) }", ".a { background: url(data:image/p ng) }",
            ".a { background: url(javascript:alert\\(1\\)) }", "@namespace url(https://a.example/);",
            ".a { background: ×url(https://a.example/) }", "<!--url(https://a.example/)", ".a { b: 1px+url(x) }",
            ".a { background: url(  data:image/png;base64,AA x) }", ".a { background: url(\\64 ata\\:text) }",
            ".a { --x: éurl(data:image/*) \" */ ); background: url(http://127.0.0.1/) /* \"*/ }",
            ".a { --x: \\e9 url(data:image/*) }", "u+aurl(/*);background:url(http://x) /* */)",
            ".a { b: u+1url(http://x) }",
            ".a { b: 1×url(http://x) }", ".a { b: #×url(http://x) }", "@×url(http://x)",
            ".a { b: \u{600}url(http://x) }",
        ])
    func addresses(text: String) {
        #expect(fault(text)?.reason == .address)
    }

    @Test(
        "what loads a file or runs something is refused, and what would end the style",
        arguments: [
            ("@import 'a.css';", StyleFault.Reason.importRule), ("@IMPORT url(data:image/png,)", .importRule),
            ("@\\69mport 'a.css';", .importRule), (".a { } @i\\6d port \"a.css\";", .importRule),
            (".a { width: expression(alert(1)) }", .function("expression")),
            (".a { width: e\\78 pression(alert(1)) }", .function("expression")),
            (".a { background: image-set(\"https://a.example/\" 1x) }", .function("image-set")),
            (".a { background: -webkit-image-set(var(--b) 1x) }", .function("-webkit-image-set")),
            (".a { background: image('a.png') }", .function("image")),
            (".a { background: src('a.png') }", .function("src")),
            (".a { content: '</style><script>alert(1)</script>' }", .endTag), ("/* </STYLE */", .endTag),
            (".a\\</style> { }", .endTag), (".a { } </sTyLe\n>", .endTag),
        ])
    func others(text: String, reason: StyleFault.Reason) {
        #expect(fault(text)?.reason == reason)
    }

    @Test(
        "what is not closed is refused with its line, as it would swallow the rules behind it",
        arguments: [
            (".a { color: red", 1), ("\n.a { content: \"x }\n\" }", 2), ("\r\n\r\n/* open", 3), (".a }", 1),
            (".a { width: calc(1px }", 1), ("\n\n.a { background: url(data:image/png,", 3), ("(]", 1),
        ])
    func unfinished(text: String, line: Int) {
        #expect(fault(text) == StyleFault(reason: .unfinished, line: line))
    }

    @Test("bytes that are no text are refused; a long or deep file is read in its time")
    func hostile() {
        #expect(throws: StyleFault(reason: .notText, line: 1)) { try PageStyle([0xFF, 0xFE, 0x61]) }
        #expect(throws: StyleFault(reason: .notText, line: 1)) { try PageStyle([0x61, 0]) }
        let most = PageStyle.mostBytes
        #expect(fault(String(repeating: "(", count: most))?.reason == .unfinished)
        #expect(fault(String(repeating: "\\", count: most)) == nil)
        #expect(fault(String(repeating: "<", count: most)) == nil)
        #expect(fault(String(repeating: "/**/", count: most / 4)) == nil)
        var state: UInt64 = 16
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        let pieces = [
            "u", "rl", "(", ")", "\\", "75", "\"", "'", "/*", "*/", "@", "import", "{", "}", "\n", "-", "<", "!--", "é",
            "data:",
        ]
        for _ in 0..<2_000 {
            let text = (0..<20).map { _ in pieces[next(pieces.count)] }.joined()
            // Nothing traps, and each fault has a line of the text.
            if let fault = fault(text) { #expect((1...21).contains(fault.line)) }
        }
    }

    @Test("own rules stand behind the page's, on the page of what was left out, too; a compact page has its class")
    func places() throws {
        var options = HTMLOptions()
        options.style = try PageStyle(Array(".facts { color: teal }".utf8))
        options.density = .compact
        let digest = SampleDigest.morning
        let pages = [
            HTMLDigest.render(digest, options: options),
            HTMLOmittedPage.render(
                OmittedEntries(), of: digest, page: "page.html", options: options),
        ]
        for page in pages.map({ String(decoding: $0, as: UTF8.self) }) {
            let own = try #require(page.firstRange(of: "<style>\n.facts { color: teal }\n</style>\n</head>"))
            #expect(page[..<own.lowerBound].contains("--accent:"))
            #expect(page.contains("<body class=\"compact\">"))
        }
    }

    @Test("a compact page has half as many cards, unless `brief_after` says how many")
    func compact() {
        func cards(_ count: Int, isGrouped: Bool, isCompact: Bool, briefAfter: Int? = nil) -> Int {
            PageOptions(briefAfter: briefAfter).cards(ofPage: count, isGrouped: isGrouped, isCompact: isCompact)
        }
        #expect(cards(12, isGrouped: true, isCompact: false) == 12)
        #expect(cards(13, isGrouped: true, isCompact: false) == 4)
        #expect(cards(13, isGrouped: false, isCompact: false) == 12)
        #expect(cards(13, isGrouped: true, isCompact: true) == 2)
        #expect(cards(13, isGrouped: false, isCompact: true) == 6)
        #expect(cards(13, isGrouped: true, isCompact: true, briefAfter: 5) == 5)
    }
}
