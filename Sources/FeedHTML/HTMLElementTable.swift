/// The rules for all elements: the allow-list, with the attributes that each element may have.
///
/// Its memory is written once before it is shared, and never changed or freed. That makes it `Sendable`.
struct HTMLElementTable: @unchecked Sendable {
    struct Rule: Sendable {
        var element: HTMLElement
        var name: StaticString
        var traits: HTMLElementTraits
        var attributes: HTMLAttributeSet
        /// `<name`
        var opening: ShortName
        /// `</name>`
        var closing: ShortName
    }

    static let shared = HTMLElementTable()

    let names: NameTable
    /// One rule for each element, by its raw value.
    let rules: UnsafePointer<Rule>

    private init() {
        let listed = Self.texts + Self.blocks + Self.tables + Self.others
        let rules = UnsafeMutablePointer<Rule>.allocate(capacity: HTMLElement.allCases.count)
        rules.initialize(repeating: Self.rule(.unknown, "", []), count: HTMLElement.allCases.count)
        for rule in listed { rules[Int(rule.element.rawValue)] = rule }
        self.rules = UnsafePointer(rules)
        // Browsers read `<image>` as `<img>` (§13.2.6.4.7) and show `<listing>` like `<pre>`.
        let others: [(StaticString, HTMLElement)] = [("image", .img), ("listing", .pre)]
        names = NameTable(
            listed.map { ($0.name, $0.element.rawValue) } + others.map { ($0, $1.rawValue) })
    }

    /// The element whose name is the bytes at `name`, in any case.
    func element(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>) -> HTMLElement {
        rules[Int(names.value(bytes, name))].element
    }

    private static func rule(
        _ element: HTMLElement, _ name: StaticString, _ traits: HTMLElementTraits, _ attributes: HTMLAttributeSet = []
    ) -> Rule {
        Rule(
            element: element, name: name, traits: traits,
            attributes: traits.contains(.allowed) ? attributes.union(.global) : attributes,
            opening: ShortName("<\(name)"), closing: ShortName("</\(name)>"))
    }

    /// Inline elements, images and media.
    private static let texts: [Rule] = [
        rule(.a, "a", [.mark, .deservesCell], .link),
        rule(.abbr, "abbr", .allowed),
        rule(.acronym, "acronym", .allowed),
        rule(.audio, "audio", [.allowed, .deservesCell], .source),
        rule(.b, "b", [.mark, .endsForeign]),
        rule(.bdi, "bdi", .allowed),
        rule(.bdo, "bdo", .allowed),
        rule(.big, "big", [.mark, .endsForeign]),
        rule(.br, "br", [.allowed, .void, .endsForeign, .line]),
        rule(.cite, "cite", .allowed),
        rule(.code, "code", [.mark, .endsForeign], .language),
        rule(.del, "del", .allowed, [.cite, .datetime]),
        rule(.dfn, "dfn", .allowed),
        rule(.em, "em", [.mark, .endsForeign]),
        rule(.i, "i", [.mark, .endsForeign]),
        rule(.img, "img", [.allowed, .void, .endsForeign, .deservesCell], .image),
        rule(.ins, "ins", .allowed, [.cite, .datetime]),
        rule(.kbd, "kbd", .allowed),
        rule(.mark, "mark", .allowed),
        rule(.q, "q", .allowed, .cite),
        rule(.rp, "rp", [.allowed, .impliedEnd]),
        rule(.rt, "rt", [.allowed, .impliedEnd]),
        rule(.ruby, "ruby", [.allowed, .endsForeign]),
        rule(.s, "s", [.mark, .endsForeign]),
        rule(.samp, "samp", .allowed),
        rule(.small, "small", [.mark, .endsForeign]),
        rule(.source, "source", [.allowed, .void], [.sources, HTMLAttributeSet(.type)]),
        rule(.span, "span", [.allowed, .endsForeign]),
        rule(.strike, "strike", [.mark, .endsForeign]),
        rule(.strong, "strong", [.mark, .endsForeign]),
        rule(.sub, "sub", [.allowed, .endsForeign]),
        rule(.sup, "sup", [.allowed, .endsForeign]),
        rule(.time, "time", .allowed, .datetime),
        rule(.tt, "tt", [.mark, .endsForeign]),
        rule(.u, "u", [.mark, .endsForeign]),
        rule(.var, "var", [.allowed, .endsForeign]),
        rule(.video, "video", [.allowed, .deservesCell], [.source, HTMLAttributeSet(.poster), .size]),
        rule(.wbr, "wbr", [.allowed, .void]),
    ]

    /// Blocks of text.
    private static let blocks: [Rule] = [
        rule(.address, "address", .openBlock),
        rule(.article, "article", .block),
        rule(.aside, "aside", .block),
        rule(.blockquote, "blockquote", [.block, .endsForeign], .cite),
        rule(.center, "center", [.block, .endsForeign]),
        rule(.dd, "dd", [.block, .endsForeign, .impliedEnd]),
        rule(.details, "details", .block, HTMLAttributeSet(.open)),
        rule(.dir, "dir", .block),
        rule(.div, "div", [.openBlock, .endsForeign]),
        rule(.dl, "dl", [.block, .endsForeign]),
        rule(.dt, "dt", [.block, .endsForeign, .impliedEnd]),
        rule(.figcaption, "figcaption", .openBlock),
        rule(.figure, "figure", .block),
        rule(.footer, "footer", .block),
        rule(.h1, "h1", [.block, .heading, .endsForeign]),
        rule(.h2, "h2", [.block, .heading, .endsForeign]),
        rule(.h3, "h3", [.block, .heading, .endsForeign]),
        rule(.h4, "h4", [.block, .heading, .endsForeign]),
        rule(.h5, "h5", [.block, .heading, .endsForeign]),
        rule(.h6, "h6", [.block, .heading, .endsForeign]),
        rule(.header, "header", .block),
        rule(.hgroup, "hgroup", .openBlock),
        rule(.hr, "hr", [.block, .void, .endsForeign]),
        rule(.li, "li", [.block, .endsForeign, .impliedEnd], HTMLAttributeSet(.value)),
        rule(.main, "main", .openBlock),
        rule(.menu, "menu", [.block, .endsForeign]),
        rule(.nav, "nav", .block),
        rule(
            .ol, "ol", [.block, .endsForeign],
            [HTMLAttributeSet(.start), HTMLAttributeSet(.type), HTMLAttributeSet(.reversed)]),
        rule(.p, "p", [.openBlock, .endsForeign, .impliedEnd]),
        rule(.pre, "pre", [.block, .endsForeign], .language),
        rule(.section, "section", .block),
        rule(.summary, "summary", .openBlock),
        rule(.ul, "ul", [.block, .endsForeign]),
    ]

    /// Tables and their parts.
    private static let tables: [Rule] = [
        rule(.caption, "caption", [.allowed, .special, .tablePart, .cell, .line, .endsItemSearch]),
        rule(.col, "col", [.allowed, .special, .tablePart, .void], HTMLAttributeSet(.span)),
        rule(
            .colgroup, "colgroup", [.allowed, .special, .tablePart, .tableStructure, .endsItemSearch],
            HTMLAttributeSet(.span)),
        rule(.table, "table", [.block, .tableStructure, .endsForeign]),
        rule(.tbody, "tbody", [.allowed, .special, .tablePart, .tableStructure, .line, .endsItemSearch]),
        rule(.td, "td", [.allowed, .special, .tablePart, .cell, .endsItemSearch], .cell),
        rule(.tfoot, "tfoot", [.allowed, .special, .tablePart, .tableStructure, .line, .endsItemSearch]),
        rule(.th, "th", [.allowed, .special, .tablePart, .cell, .endsItemSearch], [.cell, HTMLAttributeSet(.scope)]),
        rule(.thead, "thead", [.allowed, .special, .tablePart, .tableStructure, .line, .endsItemSearch]),
        rule(.tr, "tr", [.allowed, .special, .tablePart, .tableStructure, .line, .endsItemSearch]),
    ]

    /// Elements that never appear in the result.
    private static let others: [Rule] = [
        rule(.unknown, "", []),
        rule(.annotation, "annotation", .dropsContent),
        rule(.annotationXML, "annotation-xml", .dropsContent),
        rule(.applet, "applet", .dropsContent),
        rule(.body, "body", .endsForeign),
        rule(.embed, "embed", .endsForeign, .player),
        rule(.head, "head", .endsForeign),
        rule(.iframe, "iframe", [], .player),
        rule(.math, "math", [], HTMLAttributeSet(.alttext)),
        rule(.meta, "meta", .endsForeign),
        rule(.nobr, "nobr", .endsForeign),
        rule(.noscript, "noscript", []),
        rule(.object, "object", [], .player),
        rule(.plaintext, "plaintext", [.rawText, .line]),
        rule(.script, "script", .rawText),
        rule(.style, "style", .rawText),
        rule(.svg, "svg", .foreign),
        rule(.template, "template", .dropsContent),
        rule(.textarea, "textarea", .rawText),
        rule(.title, "title", [.rawText, .integrationPoint, .line]),
        rule(.xmp, "xmp", [.rawText, .line]),
        rule(.desc, "desc", .integrationPoint),
        rule(.foreignObject, "foreignobject", .integrationPoint),
    ]
}
