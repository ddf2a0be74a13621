import FeedMessages
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

    @Test(
        "takes every function, axis and test of XPath 1.0, and names that look like calls",
        arguments: [
            "//a[position() = last()][count(//a) > 0][not(contains(., 'id('))]", "//*[local-name() = 'a'][name()='a']",
            "//a[namespace-uri() = ''][string(.) = concat('b', '')][starts-with(@href, '/')]",
            "//a[substring-before('a-b', '-') = 'a']", "//a[substring-after('b-a', '-') = substring('ab', 1, 1)]",
            "//a[string-length(normalize-space(translate(., 'B', 'b'))) = 1 and boolean(1)]",
            "//a[not(false()) and (true()) or (lang('en'))]",
            "//a[number('1') mod (2) = 1 and sum(//none) div (1) = 0]",
            "//a[floor(1.5) = round(1.2) and ceiling(.5) = 1]", "//a[text()][node()][not(comment())]",
            "//a[not(processing-instruction('x'))]", "//a [ . = \"b\" ] [ position () = 1 ]",
            "//a[ancestor::li[ancestor-or-self :: *]]",
            "//*[self::div or self::a][not(self::or)]", "//a[count(. | $scope) = 2]", "//a[@href = $scope/@href or 1]",
            "//a[count-before-of-type() = 0 and count-behind-of-type(1) = 0]", "id('none') | //a",
            "//a[not(@xml:lang)]",
            "//a[. = 'it is \"matches(\" $x' or 2 * (3 - 1) = 4]", "//a[-(1) < 0][1 >= (1)][not(//div.x-y)]",
        ])
    func calls(path: String) throws {
        let tree = try tree("<ul><li><a href='/1'>b</a></li></ul>")
        #expect(try tree.finds(PageSelector("xpath:" + path), in: tree.root).map(\.text) == ["b"])
    }

    @Test(
        "refuses what XPath 1.0 has not, with its place and what is near",
        arguments: [
            ("//a[matches(., 'x')]", 5, "XPath 1.0 has no function `matches`", nil),
            ("//a['matches(' = ends-with(@href, 'x')]", 18, "XPath 1.0 has no function `ends-with`", nil),
            (" xpath: //a[contain(., 'x')]", 13, "XPath 1.0 has no function `contain`", "did you mean `contains`?"),
            ("//あ[lower-case (.) = 'x']", 5, "XPath 1.0 has no function `lower-case`", nil),
            ("//a[fn:not(.)]", 5, "XPath 1.0 has no function `fn:not`", nil),
            ("//a[and(1)]", 5, "XPath 1.0 has no function `and`", nil),
            ("//a[. = $scop]", 9, "there is no variable `$scop`", "`$scope` is the start of the search"),
            ("//a[contains(., $ x)]", 17, "there is no variable `$x`", "`$scope` is the start of the search"),
            ("//svg:rect", 3, "element names in a page have no prefix", "write `rect`, or `*[name() = 'svg:rect']`"),
            ("//use/@xlink:*", 8, "element names in a page have no prefix", "write `*`"),
        ] as [(String, Int, String, String?)])
    func unknownNames(text: String, column: Int, reason: String, advice: String?) throws {
        let error = #expect(throws: SelectorError.self) { try PageSelector(text) }
        #expect(error?.column == column && error?.reason.description == reason)
        #expect(error?.advice?.description == advice)
    }

    @Test("refuses what is no XPath", arguments: ["//[", "xpath:", "(", "//a[foo(", "./a@href["])
    func noXPath(text: String) { #expect(throws: SelectorError.self) { try PageSelector(text) } }
}
