import FeedModel
import FeedSelecting
import Testing

@testable import FeedPages

@Suite("The tree of a page")
struct PageTreeTests {
    private func tree(_ page: String, url: String? = nil) throws -> PageTree {
        try PageTree(Array(page.utf8)[...], url: url)
    }

    private func outline(_ node: PageNode) -> String {
        let inside = node.children.map(outline).joined(separator: " ")
        return inside.isEmpty ? node.name : "\(node.name)(\(inside))"
    }

    @Test(
        "is that of a browser, with what its author left out",
        arguments: [
            ("<table><tr><td>1", "html(head body(table(tbody(tr(td)))))"),
            ("<p>a<p>b<ul><li>c<li>d", "html(head body(p p ul(li li)))"),
            ("<b><p>x</b>y</p>", "html(head body(b p(b)))"),
            ("<table><p>x</p><tr><td>y</table>", "html(head body(p table(tbody(tr(td)))))"),
            ("<svg><foreignobject><p>x</svg>", "html(head body(svg(foreignObject(p))))"),
            ("<my-card><A HREF=x>y</A></my-card>", "html(head body(my-card(a)))"),
            ("<!doctype html><title>t</title>z", "html(head(title) body)"),
        ])
    func shape(page: String, expected: String) throws { #expect(try outline(tree(page).root) == expected) }

    private func texts(_ selector: String, _ page: String) throws -> [String] {
        let tree = try tree(page)
        return try tree.finds(PageSelector(selector), in: tree.root).map(\.text)
    }

    @Test(
        "is asked by CSS, by XPath and for attributes",
        arguments: [
            ("li.new", ["b"]), ("li.new a@href", ["/b"]), ("//li[2]/a/@href", ["/b"]), (".//li", ["a", "b"]),
            ("xpath:string(.//li[1])", ["a"]), ("(//a)[1]", ["b"]), ("li, h1", ["T", "a", "b"]),
        ])
    func asked(selector: String, expected: [String]) throws {
        #expect(try texts(selector, "<h1>T</h1><ul><li>a<li class='x new'><a href='/b'>b</a></ul>") == expected)
    }

    @Test("finds in an element what stands in it, whatever stands around that element")
    func relative() throws {
        let tree = try tree("<div class=card><h2>a</h2></div><div class=card><h2>b</h2></div>")
        let cards = try tree.elements(PageSelector(".card"), in: tree.root)
        #expect(cards.count == 2)
        #expect(try cards.map { try tree.finds(PageSelector(".card h2"), in: $0).map(\.text) } == [["a"], ["b"]])
        #expect(try cards.map { try tree.finds(PageSelector("@class"), in: $0).map(\.text) } == [["card"], ["card"]])
    }

    @Test("has texts on one line without scripts, and markup as it was built")
    func texts() throws {
        let tree = try tree("<p id=x>a<br>b <script>1 < 2</script><ruby>漢<rt>かん</ruby> &amp; <i title='\"'>c</p>")
        let node = try #require(try tree.elements(PageSelector("#x"), in: tree.root).first)
        #expect(node.text == "a b 漢(かん) & c")
        #expect(node.markup == "a<br>b <ruby>漢<rt>かん</rt></ruby> &amp; <i title=\"&quot;\">c</i>")
    }

    @Test("loses what is taken out of it, one inside the other, too")
    func removed() throws {
        let tree = try tree("<div class=ad>x<p class=ad>y</p></div><p>z</p>")
        try tree.remove(PageSelector(".ad"))
        #expect(tree.root.text == "z")
    }

    @Test(
        "resolves against its base",
        arguments: [("<base href='/a/'>", "https://x.example/a/"), ("", "https://x.example/p")])
    func base(page: String, expected: String) throws {
        #expect(try tree(page + "<p>", url: "https://x.example/p").base == expected)
    }

    @Test("H02 that is deeper than a browser builds is read all the same, and that is told", arguments: [600, 100_000])
    func deep(depth: Int) throws {
        let tree = try tree(String(repeating: "<div>", count: depth) + "<p class=x>y</p>")
        #expect(tree.isSimplified)
        #expect(try !tree.elements(PageSelector("div"), in: tree.root).isEmpty)
    }

    @Test("H01 of misnested formatting, of a tag with 100,000 attributes or of rows without end is given up early")
    func costly() throws {
        let names = (0..<100_000).map { "a\($0)" }.joined(separator: " ")
        for page in [
            String(repeating: "<b><i><a>", count: 20_000), "<p \(names)>", String(repeating: "<p><b>", count: 20_000),
            String(repeating: "<table><tr><td>", count: 30_000),
            String(
                repeating: "<b>" + String(repeating: "<div>", count: 9) + "</b>" + String(repeating: "</div>", count: 9)
                    + "x", count: 2_000),
        ] {
            #expect(try tree(page).isSimplified)
        }
    }

    @Test("H03 is not asked what would take hours")
    func costlySelector() throws {
        let tree = try tree(String(repeating: "<p>", count: 100_000))
        #expect(throws: PageError.tooCostly("//p[count(preceding::p) > 3]")) {
            try tree.finds(PageSelector("//p[count(preceding::p) > 3]"), in: tree.root)
        }
    }

    @Test("is none of nothing")
    func empty() { #expect(throws: PageError.empty) { try tree(" \n") } }

    @Test("refuses what is no XPath", arguments: ["//[", "xpath:", "(", "//a[foo(", "./a@href["])
    func noXPath(text: String) { #expect(throws: SelectorError.self) { try PageSelector(text) } }
}
