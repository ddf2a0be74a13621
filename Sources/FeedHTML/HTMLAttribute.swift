/// An attribute that the sanitiser knows by name. The order is that in which attributes are written.
enum HTMLAttribute: UInt8, CaseIterable {
    case unknown = 0
    case href, src, alt, title, width, height, colspan, rowspan, scope, span, cite, datetime, lang, dir, `class`, start,
        type, reversed, value, open, poster, border
    // Those that say something, but are never written.
    case style, srcset, alttext, content, data, lazySource, lazySet

    /// Its name in lower case, or the first of its names.
    var name: StaticString {
        switch self {
        case .unknown: ""
        case .href: "href"
        case .src: "src"
        case .alt: "alt"
        case .title: "title"
        case .width: "width"
        case .height: "height"
        case .colspan: "colspan"
        case .rowspan: "rowspan"
        case .scope: "scope"
        case .span: "span"
        case .cite: "cite"
        case .datetime: "datetime"
        case .lang: "lang"
        case .dir: "dir"
        case .class: "class"
        case .start: "start"
        case .type: "type"
        case .reversed: "reversed"
        case .value: "value"
        case .open: "open"
        case .poster: "poster"
        case .border: "border"
        case .style: "style"
        case .srcset: "srcset"
        case .alttext: "alttext"
        case .content: "data-content"
        case .data: "data"
        case .lazySource: "data-src"
        case .lazySet: "data-srcset"
        }
    }

    /// Names under which scripts that load images late keep their addresses.
    static let otherNames: [(name: StaticString, attribute: HTMLAttribute)] = [
        ("data-original", .lazySource), ("data-lazy-src", .lazySource), ("data-orig-file", .lazySource),
        ("data-actualsrc", .lazySource), ("data-lazy", .lazySource), ("data-echo", .lazySource),
        ("data-url", .lazySource), ("data-lazy-srcset", .lazySet),
    ]
}

/// Finds attributes by name, and knows how each is written.
///
/// Its memory is written before anyone else sees it, never changed and never freed, so that it may be shared.
struct HTMLAttributeTable: @unchecked Sendable {
    static let shared = HTMLAttributeTable()

    private let names: NameTable
    /// ` name="`, by the attribute's number: there is one for each.
    private let openings: UnsafePointer<ShortName>

    private init() {
        names = NameTable(
            HTMLAttribute.allCases.dropFirst().map { ($0.name, $0.rawValue) }
                + HTMLAttribute.otherNames.map { ($0.name, $0.attribute.rawValue) })
        let openings = UnsafeMutablePointer<ShortName>.allocate(capacity: HTMLAttribute.allCases.count)
        for attribute in HTMLAttribute.allCases {
            (openings + Int(attribute.rawValue)).initialize(to: ShortName(" \(attribute.name)=\""))
        }
        self.openings = UnsafePointer(openings)
    }

    /// The attribute called by the bytes at `name`, in any case.
    func attribute(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>) -> HTMLAttribute {
        HTMLAttribute(rawValue: names.value(bytes, name)) ?? .unknown
    }

    /// ` name="` in bytes.
    func opening(_ attribute: HTMLAttribute) -> ShortName { openings[Int(attribute.rawValue)] }
}

/// A set of known attributes.
struct HTMLAttributeSet: OptionSet, Sendable {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }
    init(_ attribute: HTMLAttribute) { rawValue = 1 << UInt32(attribute.rawValue) }

    static let global: HTMLAttributeSet = [title, HTMLAttributeSet(.lang), HTMLAttributeSet(.dir)]
    static let link: HTMLAttributeSet = [HTMLAttributeSet(.href)]
    static let title = HTMLAttributeSet(.title)
    static let src = HTMLAttributeSet(.src)
    static let style = HTMLAttributeSet(.style)
    static let cite = HTMLAttributeSet(.cite)
    static let size: HTMLAttributeSet = [HTMLAttributeSet(.width), HTMLAttributeSet(.height)]
    static let lazy: HTMLAttributeSet = [
        HTMLAttributeSet(.srcset), HTMLAttributeSet(.lazySource), HTMLAttributeSet(.lazySet),
    ]
    static let image: HTMLAttributeSet = [
        HTMLAttributeSet(.src), HTMLAttributeSet(.alt), size, lazy, HTMLAttributeSet(.border), HTMLAttributeSet(.style),
    ]
    static let cell: HTMLAttributeSet = [HTMLAttributeSet(.colspan), HTMLAttributeSet(.rowspan)]
    static let datetime = HTMLAttributeSet(.datetime)
    static let language = HTMLAttributeSet(.class)
    static let sources: HTMLAttributeSet = [src, lazy]
    /// Those that are written by themselves, one after another.
    static let writable = HTMLAttributeSet(
        rawValue: ((1 << UInt32(HTMLAttribute.style.rawValue)) &- 1) & ~(1 | 1 << UInt32(HTMLAttribute.src.rawValue)))
    static let source: HTMLAttributeSet = [HTMLAttributeSet(.src), HTMLAttributeSet(.lazySource)]
    static let player: HTMLAttributeSet = [
        HTMLAttributeSet(.src), HTMLAttributeSet(.data), HTMLAttributeSet(.content), HTMLAttributeSet(.lazySource),
        title,
    ]
}
