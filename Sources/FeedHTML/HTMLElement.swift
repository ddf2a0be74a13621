/// An element that the sanitiser knows by name; all others are `unknown`.
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

    /// The element called by the bytes at `name`, in any case.
    init(bytes: UnsafeBufferPointer<UInt8>, name: Range<Int>) {
        self = HTMLElementTable.shared.element(bytes, name)
    }

    /// What is known of it.
    var rule: HTMLElementTable.Rule { HTMLElementTable.shared.rules[Int(rawValue)] }
}

/// How an element behaves in the tree construction of WHATWG HTML §13.2.6, and what becomes of it here.
struct HTMLElementTraits: OptionSet {
    let rawValue: UInt32

    /// It may stand in the result.
    static let allowed = HTMLElementTraits(rawValue: 1 << 0)
    /// It has no content and no end tag.
    static let void = HTMLElementTraits(rawValue: 1 << 1)
    /// End tags of inline elements do not reach beyond it (§13.2.4.2, "special").
    static let special = HTMLElementTraits(rawValue: 1 << 2)
    /// It is opened again where another element's end cut it off (§13.2.4.3).
    static let formatting = HTMLElementTraits(rawValue: 1 << 3)
    /// Its start ends an open paragraph.
    static let closesParagraph = HTMLElementTraits(rawValue: 1 << 4)
    /// `h1` to `h6`
    static let heading = HTMLElementTraits(rawValue: 1 << 5)
    /// A part of a table, from `caption` to `td`.
    static let tablePart = HTMLElementTraits(rawValue: 1 << 6)
    /// `table` and those of its parts that hold no text.
    static let tableStructure = HTMLElementTraits(rawValue: 1 << 7)
    /// Nothing inside it reaches an element outside, and nothing outside reopens in it: cells and captions.
    static let cell = HTMLElementTraits(rawValue: 1 << 8)
    /// The search for an open `li`, `dd` or `dt` ends here, in every version of the standard.
    static let endsItemSearch = HTMLElementTraits(rawValue: 1 << 9)
    /// For browsers its content is no markup (§13.2.5.2 to §13.2.5.31).
    static let rawText = HTMLElementTraits(rawValue: 1 << 10)
    /// `svg`, which goes whole.
    static let foreign = HTMLElementTraits(rawValue: 1 << 11)
    /// Its content is markup and goes with it.
    static let dropsContent = HTMLElementTraits(rawValue: 1 << 12)
    /// Its start tag ends an `svg` around it (§13.2.6.5).
    static let endsForeign = HTMLElementTraits(rawValue: 1 << 13)
    /// HTML may stand in it although it is in `svg`.
    static let integrationPoint = HTMLElementTraits(rawValue: 1 << 14)
    /// Its end is implied where `rt` or `rp` begins.
    static let impliedEnd = HTMLElementTraits(rawValue: 1 << 15)
    /// In plain text it stands on lines of its own.
    static let line = HTMLElementTraits(rawValue: 1 << 16)
    /// In a table, but outside its cells, it gets a cell; others only lose their tags.
    static let deservesCell = HTMLElementTraits(rawValue: 1 << 17)

    /// A block of text.
    static let block: HTMLElementTraits = [.allowed, .special, .closesParagraph, .line, .endsItemSearch]
    /// A block that is "special" in newer versions of the standard only, or that items look through.
    static let openBlock: HTMLElementTraits = [.allowed, .special, .closesParagraph, .line]
    /// An inline mark.
    static let mark: HTMLElementTraits = [.allowed, .formatting]
}
