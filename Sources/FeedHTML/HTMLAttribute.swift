/// An attribute that the sanitiser knows. Attributes are written in the order of the cases.
enum HTMLAttribute: UInt8, CaseIterable {
    case unknown = 0
    case href, src, alt, title, width, height, colspan, rowspan, scope, span, cite, datetime, lang, dir, `class`, start,
        type, reversed, value, open, poster, border
    // Attributes that are read, but never written.
    case style, srcset, alttext, content, data, lazySource, lazySet

    /// The name in lower case; the first one if there are several.
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

    /// Further names that scripts use for the addresses of images that they load later.
    static let otherNames: [(name: StaticString, attribute: HTMLAttribute)] = [
        ("data-original", .lazySource), ("data-lazy-src", .lazySource), ("data-orig-file", .lazySource),
        ("data-actualsrc", .lazySource), ("data-lazy", .lazySource), ("data-echo", .lazySource),
        ("data-url", .lazySource), ("data-lazy-srcset", .lazySet),
    ]
}

/// Finds attributes by name and holds their written form.
///
/// Its memory is written once before it is shared, and never changed or freed. That makes it `Sendable`.
struct HTMLAttributeTable: @unchecked Sendable {
    static let shared = HTMLAttributeTable()

    private let names: NameTable
    /// ` name="` for each attribute, by its raw value.
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

    /// The attribute whose name is the bytes at `name`, in any case.
    func attribute(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>) -> HTMLAttribute {
        HTMLAttribute(rawValue: names.value(bytes, name)) ?? .unknown
    }

    /// ` name="` as bytes.
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
    /// Attributes that are written one by one: all but `src` and those that are only read.
    static let writable = HTMLAttributeSet(
        rawValue: ((1 << UInt32(HTMLAttribute.style.rawValue)) &- 1) & ~(1 | 1 << UInt32(HTMLAttribute.src.rawValue)))
    static let source: HTMLAttributeSet = [HTMLAttributeSet(.src), HTMLAttributeSet(.lazySource)]
    static let player: HTMLAttributeSet = [
        HTMLAttributeSet(.src), HTMLAttributeSet(.data), HTMLAttributeSet(.content), HTMLAttributeSet(.lazySource),
        title,
    ]
}
