/// An element that the sanitiser knows; all others are `unknown`.
enum HTMLElement: UInt8, CaseIterable {
    case unknown = 0
    case a, abbr, acronym, address, annotation, annotationXML, applet, article, aside, audio, b, bdi, bdo, big,
        blockquote, body, br, caption,
        center,
        cite, code, col, colgroup, dd, del, desc, details, dfn, dir, div, dl, dt, em, embed, figcaption, figure, footer,
        foreignObject,
        h1, h2, h3, h4, h5, h6, head, header, hgroup, hr, i, iframe, img, ins, kbd, li, main, mark, math, menu,
        meta,
        nav, nobr, noscript, object, ol, p, plaintext, pre, q, rp, rt, ruby, s, samp, script,
        section,
        small, source, span, strike, strong, style, sub, summary, sup, svg, table, tbody, td, template,
        textarea,
        tfoot, th, thead, time, title, tr, tt, u, ul, `var`, video, wbr, xmp

    /// The element whose name is the bytes at `name`, in any case.
    init(bytes: UnsafeBufferPointer<UInt8>, name: Range<Int>) {
        self = HTMLElementTable.shared.element(bytes, name)
    }

    /// The rule for this element.
    var rule: HTMLElementTable.Rule { HTMLElementTable.shared.rules[Int(rawValue)] }
}

/// The role of an element in the tree construction of WHATWG HTML §13.2.6, and in the sanitiser.
struct HTMLElementTraits: OptionSet {
    let rawValue: UInt32

    /// The element may appear in the result.
    static let allowed = HTMLElementTraits(rawValue: 1 << 0)
    /// The element has no content and no end tag.
    static let void = HTMLElementTraits(rawValue: 1 << 1)
    /// End tags of inline elements do not reach outside it (§13.2.4.2, "special").
    static let special = HTMLElementTraits(rawValue: 1 << 2)
    /// The element is reopened after the end of another element has closed it (§13.2.4.3).
    static let formatting = HTMLElementTraits(rawValue: 1 << 3)
    /// The element's start ends an open paragraph.
    static let closesParagraph = HTMLElementTraits(rawValue: 1 << 4)
    /// `h1` to `h6`.
    static let heading = HTMLElementTraits(rawValue: 1 << 5)
    /// A part of a table, from `caption` to `td`.
    static let tablePart = HTMLElementTraits(rawValue: 1 << 6)
    /// `table`, and those of its parts that hold no text directly.
    static let tableStructure = HTMLElementTraits(rawValue: 1 << 7)
    /// A cell or caption: nothing inside it affects elements outside, and no outer element is reopened in it.
    static let cell = HTMLElementTraits(rawValue: 1 << 8)
    /// The search for an open `li`, `dd` or `dt` ends here in every version of the standard.
    static let endsItemSearch = HTMLElementTraits(rawValue: 1 << 9)
    /// Browsers do not parse its content as markup (§13.2.5.2 to §13.2.5.31).
    static let rawText = HTMLElementTraits(rawValue: 1 << 10)
    /// `svg`, which is removed with its content.
    static let foreign = HTMLElementTraits(rawValue: 1 << 11)
    /// The element's content is markup and is removed with it.
    static let dropsContent = HTMLElementTraits(rawValue: 1 << 12)
    /// The element's start tag ends an `svg` around it (§13.2.6.5).
    static let endsForeign = HTMLElementTraits(rawValue: 1 << 13)
    /// The element is part of `svg`, but may contain HTML.
    static let integrationPoint = HTMLElementTraits(rawValue: 1 << 14)
    /// `rt` or `rp` implies its end.
    static let impliedEnd = HTMLElementTraits(rawValue: 1 << 15)
    /// In plain text it has lines of its own.
    static let line = HTMLElementTraits(rawValue: 1 << 16)
    /// In a table but outside a cell, it gets a cell. Other elements there lose their tags.
    static let deservesCell = HTMLElementTraits(rawValue: 1 << 17)

    /// A block of text.
    static let block: HTMLElementTraits = [.allowed, .special, .closesParagraph, .line, .endsItemSearch]
    /// A block that is "special" only in newer versions of the standard, or that does not end the search for items.
    static let openBlock: HTMLElementTraits = [.allowed, .special, .closesParagraph, .line]
    /// An inline formatting element.
    static let mark: HTMLElementTraits = [.allowed, .formatting]
}
