import FeedMessages
import FeedModel
import FeedSelecting
import Testing

@testable import FeedPages

@Suite("CSS selectors")
struct CSSSelectorTests {
    private func error(_ text: String) -> SelectorError? {
        do throws(SelectorError) { _ = try CSSSelector(text) } catch { return error }
        return nil
    }

    private func predicate(_ text: String) throws -> String { try CSSSelector(text).predicate }

    @Test(
        "that are none are refused at a column",
        arguments: [
            ("", 1), (" ", 2), ("div.", 5), ("div..x", 5), (".", 2), ("#", 2), ("#.x", 2), (".1a", 2), ("#1", 2),
            (".-1", 2),
            ("a,", 3), (",a", 1), ("a,,b", 3), ("a, ,b", 4), ("> a", 1), ("+a", 1), ("a >", 4), ("a > > b", 5),
            ("a + , b", 5),
            ("a ~ ) b", 5), ("a)", 2), ("a:not(b))", 9), ("(a)", 1), ("a (b)", 3), ("a]", 2), ("a { b }", 3), ("a;", 2),
            ("a@href", 2), ("@href", 1), ("//a", 1), ("a/b", 2), ("a/*", 2), ("a & b", 3), ("a!", 2), ("1a", 1),
            ("a b.1", 5),
            ("a\"b\"", 2), ("a='b'", 2), ("a$", 2), (".a*", 3), ("[x]div", 4), (".a/**/b", 7), ("\\", 1), ("a\\", 2),
            ("a\\\nb", 2), ("a\u{3000}b", 2), ("a\u{A0}b", 2), ("\u{FEFF}a", 1), ("a\u{7}", 2), ("a\u{0}", 2),
            ("[", 2), ("[]", 2), ("[1]", 2), ("[*]", 2), ("[=a]", 2), ("[a", 3), ("[a=", 4), ("[a=]", 4), ("[a=b", 5),
            ("[a=1]", 4),
            ("[a=/x]", 4), ("[a==b]", 4), ("[a=b.c]", 5), ("[a=b c]", 6), ("[a=\"b\"", 7), ("[a=\"b]", 4),
            ("[a=\"b\nc\"]", 6),
            ("[a=\"b\" x]", 8), ("[a=\"b\" i s]", 10), ("[a!=b]", 3), ("[a<b]", 3), ("[a ^ = b]", 4), ("[a i]", 4),
            ("[a] [", 6),
            (":", 2), ("a:", 3), (": hover", 2), (":1", 2), (":fist-child", 1), ("a :nosuch", 3), (":nosuch(a)", 1),
            (":not", 1),
            (":not()", 6), (":not( )", 7), (":not(", 6), (":not(a", 7), (":not(a,", 8), (":not(a,)", 8),
            (":not(> a)", 6),
            (":is(a b", 8), (":is(a, %)", 8), (":is(a]b)", 6), (":has()", 6), (":has(>)", 7), (":has(> )", 8),
            (":has(> > a)", 8),
            ("a:has(b:has(c))", 8), (":first-child()", 1), (":root(a)", 1), (":nth-child", 1), (":nth-child()", 12),
            (":nth-child(a)", 12), (":nth-child(2 n)", 14), (":nth-child(2n1)", 12), (":nth-child(+ 2)", 12),
            (":nth-child(- n)", 12), (":nth-child(2n + -1)", 12), (":nth-child(2n +)", 12), (":nth-child(2.5)", 12),
            (":nth-child(--n)", 12), (":nth-child(n--1)", 12), (":nth-child(2n+1x)", 12),
            (":nth-child(2n+1.5)", 12), (":nth-child(oddly)", 12), (":nth-child(2", 13),
            (":nth-child(2 of)", 16), (":nth-child(2 of ", 17), (":nth-child(2 off a)", 14), (":nth-child(2 a)", 14),
            (":nth-of-type(2 of a)", 16), (":nth-child(2nof a)", 12), (":lang()", 7), (":lang(1)", 7),
            (":lang(ja,)", 10),
        ] as [(String, Int)])
    func mistakes(text: String, column: Int) {
        let found = error(text)
        #expect(found?.column == column, "\(text.debugDescription): \(String(describing: found))")
        #expect(found?.isUnsupported == false)
    }

    @Test(
        "that only this program lacks say so",
        arguments: [
            ("svg|a", 1), ("*|a", 1), ("|a", 1), ("a [svg|b]", 4), ("[*|b]", 2), ("[|b]", 2), ("a || td", 3),
            ("a::before", 2),
            ("::text", 1), ("a:before", 2), ("li:hover", 3), ("a:visited", 2), (":HOVER", 1), ("input:required", 6),
            (":dir(rtl)", 1),
            (":host(x)", 1), (":lang('*-CH')", 7), (":lang('')", 7), (":nth-col(2)", 1), (":not(:focus)", 6),
        ] as [(String, Int)])
    func unsupported(text: String, column: Int) {
        let found = error(text)
        #expect(found?.column == column, "\(text): \(String(describing: found))")
        #expect(found?.isUnsupported == true)
    }

    @Test(
        "tell what to write instead",
        arguments: [
            ("div.", "a name is missing after `.`", nil),
            ("ul > ", "a selector is missing after `>`", nil),
            (".2col", "a name cannot begin with a digit", "write `.2` as `.\\32 `"),
            ("> a", "a selector cannot begin with `>`", "begin with `:scope >` to find direct children"),
            ("a@href", "`@` is not allowed here", "the attribute must come last: `a@href`"),
            ("a\u{3000}b", "`U+3000` is not allowed here", "it is not a CSS blank; write an ordinary one"),
            ("a[href=/news]", "put quotes around a value that begins with `/`", "write `[href=\"/news\"]`"),
            (
                "a[href=x.html]", "`]` is missing",
                "put quotes around a value with characters other than letters, digits, `-` and `_`"
            ),
            ("a[rel!=next]", "there is no comparison `!=`", "`:not([rel=…])` finds elements with another value"),
            ("a[href", "`]` is missing", "the `[` is character 2"),
            ("svg|a", "namespaces (`|`) are not supported here", "write the name alone"),
            (
                "a::text", "pseudo-elements (`::text`) are not supported here",
                "without an attribute, the text is taken"
            ),
            (
                "a::attr(href)", "pseudo-elements (`::attr`) are not supported here",
                "take an attribute with `@`, as in `a@href`"
            ),
            ("a:contains('x')", "`:contains` tests the text, which CSS cannot", "XPath can: `//a[contains(., 'x')]`"),
            ("a:eq(0)", "`:eq` is from jQuery, not CSS", "`:nth-child(1)` is the first child of its parent"),
            ("a:first", "`:first` is from jQuery, not CSS", "write `:first-child` or `:first-of-type`"),
            ("li:fist-child", "there is no pseudo-class `:fist-child`", "did you mean `:first-child`?"),
            ("li:nht-child(2)", "there is no pseudo-class `:nht-child`", "did you mean `:nth-child`?"),
            ("li:nth-child", "`:nth-child` needs brackets", "such as `:nth-child(2n+1)`"),
            (
                "li:nth-child(first)", "expected `odd`, `even`, a number or a series such as `2n+1`",
                "the first child is 1"
            ),
            (
                "li:hover", "`:hover` depends on the user of a browser, and there is none here", nil
            ),
        ] as [(String, String, String?)])
    func advice(text: String, reason: String, advice: String?) {
        #expect(error(text)?.reason.description == reason)
        #expect(error(text)?.advice?.description == advice)
    }

    @Test(
        "are refused in Japanese, too",
        arguments: [
            ("a:first", "`:first` はCSSではなくjQueryのものです", "`:first-child`、`:first-of-type` を使ってください"),
            ("li:fist-child", "`:fist-child` という疑似クラスはありません", "`:first-child` の間違いではありませんか"),
            ("a::text", "疑似要素（`::text`）は使えません", "属性を指定しなければテキストを取り出します"),
            ("h2 >", "`>` の後にセレクタが必要です", nil),
        ] as [(String, String, String?)])
    func japanese(text: String, reason: String, advice: String?) {
        #expect(error(text)?.reason.text(in: .ja) == reason)
        #expect(error(text)?.advice?.text(in: .ja) == advice)
    }

    @Test(
        "are read with blanks, comments, escapes and any case of CSS's own words",
        arguments: [
            ("  a  ", "a"), ("a>b", "a > b"), ("a\t>\n/* c */b", "a > b"), ("a/**/.b", "a.b"), ("a /**/ b", "a b"),
            ("a,b", "a , b"),
            ("[ a = b ]", "[a=\"b\"]"), ("[a=b]", "[a='b']"), ("[a=\"b\"i]", "[a=b I]"), ("\\61 bc", "abc"),
            ("\\000061bc", "abc"),
            (".\\31 23", ".\\31\n23"), (".a\\:b", ".a\\3a b"), ("[a='\\\nb']", "[a=b]"), ("[a='\\\r\nb']", "[a=b]"),
            (":IS(a)", ":is(a)"),
            ("[a='\u{0}']", "[a='\u{FFFD}']"), ("[a='\\0']", "[a='\u{FFFD}']"), ("[a='\\d800 ']", "[a='\u{FFFD}']"),
            ("[a='\\110000 ']", "[a='\u{FFFD}']"), (":nth-child( ODD )", ":nth-child(2n+1)"),
            (":nth-child(N)", ":nth-child(1n)"),
            (":nth-child(+3)", ":nth-child(3)"), (":nth-child(2n- 1)", ":nth-child(2N -1)"),
            (":nth-child(2n/**/+/**/1)", ":nth-child(odd)"),
            (":nth-child(-n+3)", ":nth-child( -n + 3 )"), (":nth-child(even)", ":nth-child(2n+0)"),
            (":first-child", ":nth-child(1)"),
            (":only-child", ":first-child:last-child"), ("h2:only-of-type", "h2:first-of-type:last-of-type"),
            ("p:nth-last-of-type(1)", "p:last-of-type"), (":where(a, b)", ":is(a,b)"), (":has(a)", ":has( a )"),
            (":nth-child(2 OF .x)", ":nth-child(2 of.x)"), ("[rel=next]", "[rel=next i]"), ("*.a", ".a"),
            (":lang(ja)", ":lang('JA')"),
        ])
    func spellings(text: String, same: String) throws {
        #expect(try predicate(text) == predicate(same))
    }

    @Test(
        "become conditions of XPath",
        arguments: [
            ("*", "true()"),
            ("h2", "self::h2"),
            ("foreignObject", "self::foreignObject or self::foreignobject"),
            ("foreignObject p", "self::p and ancestor::*[self::foreignObject or self::foreignobject][1]"),
            ("o\\:p", "name() = 'o:p'"),
            ("日本", "name() = '日本'"),
            ("#main", "@id = 'main'"),
            (".card", "@class[contains(concat(' ', normalize-space(.), ' '), ' card ')]"),
            (".a\\20 b", "false()"),
            ("[hidden]", "@hidden"),
            ("[viewBox]", "@*[name() = 'viewBox' or name() = 'viewbox']"),
            ("[data-x='1']", "@data-x[. = '1']"),
            ("[a=\"it's\"]", "@a[. = \"it's\"]"),
            ("[a=\"it's \\\"\"]", "@a[. = concat('it', \"'\", 's \"')]"),
            ("[a~='b c']", "false()"), ("[a~='']", "false()"), ("[a^='']", "false()"), ("[a$='']", "false()"),
            ("[a*='']", "false()"),
            ("[a='']", "@a[. = '']"),
            ("[a|=b]", "@a[. = 'b' or starts-with(., 'b-')]"),
            ("[a^=b]", "@a[starts-with(., 'b')]"),
            ("[a$='日本']", "@a[substring(., string-length(.) - 1) = '日本']"),
            ("[a*=b]", "@a[contains(., 'b')]"),
            ("a, b", "self::a or self::b"),
            ("a b c", "self::c and ancestor::b[1]/ancestor::a[1]"),
            ("a > b > c", "self::c and parent::b/parent::a"),
            ("x a > b c", "self::c and ancestor::b[parent::a][1]/parent::*/ancestor::x[1]"),
            ("a + b", "self::b and preceding-sibling::*[1]/self::a"),
            ("a ~ b", "self::b and preceding-sibling::a[1]"),
            (
                "a ~ b + c ~ d > e",
                "self::e and parent::d/preceding-sibling::c[preceding-sibling::*[1]/self::b][1]/preceding-sibling::*[1]/preceding-sibling::a[1]"
            ),
            (":is(a, b)[x]", "@x and (self::a or self::b)"),
            (":not(a, [b])", "not(self::a or @b)"),
            (":not(*)", "false()"), ("a:is(*)", "self::a"),
            ("a:has(> b c, + d)", "self::a and (child::b[descendant::c[1]][1] or following-sibling::*[1]/self::d)"),
            ("li:nth-child(1)", "self::li and not(preceding-sibling::*[1])"),
            ("li:nth-child(3)", "self::li and preceding-sibling::*[2] and not(preceding-sibling::*[3])"),
            ("li:nth-child(n+3)", "self::li and preceding-sibling::*[2]"),
            ("li:nth-child(-n+3)", "self::li and not(preceding-sibling::*[3])"),
            ("li:nth-child(odd)", "self::li and count(preceding-sibling::*) mod 2 = 0"),
            ("li:nth-last-child(3n-1)", "self::li and count(following-sibling::*) mod 3 = 1"),
            ("li:nth-child(3n+7)", "self::li and preceding-sibling::*[6] and count(preceding-sibling::*) mod 3 = 0"),
            (
                "li:nth-child(-2n+5)",
                "self::li and not(preceding-sibling::*[5]) and count(preceding-sibling::*) mod 2 = 0"
            ),
            ("li:nth-child(0)", "false()"), ("li:nth-child(-n)", "false()"), ("li:nth-child(n-9)", "self::li"),
            (
                "li:nth-child(2 of [x])",
                "self::li and @x and preceding-sibling::*[@x][1] and not(preceding-sibling::*[@x][2])"
            ),
            ("p:first-of-type", "self::p and not(preceding-sibling::p[1])"),
            ("[x]:first-of-type", "@x and not(count-before-of-type(1) = 1)"),
            (":root", "not(parent::*)"), (":scope > a", "self::a and parent::*[count(. | $scope) = 1]"),
            (":empty", "not(* or text())"),
        ] as [(String, String)])
    func translation(text: String, expected: String) throws {
        #expect(try predicate(text) == expected)
    }

    @Test("are bounded: in bytes, in parts, in depth")
    func bounds() throws {
        #expect(throws: Never.self) { try PageSelector(String(repeating: "a", count: 2000)) }
        let tooLong = #expect(throws: SelectorError.self) { try PageSelector(String(repeating: "a", count: 2001)) }
        #expect(tooLong?.reason == "it is longer than 2000 bytes")
        #expect(throws: Never.self) { try CSSSelector(String(repeating: "a ", count: 256)) }
        #expect(error(String(repeating: "a ", count: 257))?.reason.description == "more than 256 parts")
        #expect(error(String(repeating: "[a]", count: 257))?.column == 769)
        func nested(_ name: String, _ depth: Int) -> String {
            String(repeating: ":\(name)(", count: depth) + "a" + String(repeating: ")", count: depth)
        }
        #expect(throws: Never.self) { try CSSSelector(nested("not", 16)) }
        #expect(error(nested("not", 17))?.column == 81)
        #expect(error(nested("is", 500))?.reason.description == "brackets nested more than 16 deep")
        #expect(error(nested("nth-child", 3))?.column == 12)
        #expect(error(":has(" + String(repeating: "a ", count: 17) + ")")?.column == 6)
    }

    @Test("that hold themselves several times in XPath do not grow without end")
    func growth() throws {
        let inner = String(repeating: "[title='x']", count: 200)
        let twice = try predicate(":nth-child(2n+9 of :nth-child(3n+9 of \(inner)))")
        #expect(twice.utf8.count < 64 * 1024)
        #expect(error(":nth-child(1 of :nth-child(1 of :nth-child(1 of a)))")?.column == 33)
    }
}
