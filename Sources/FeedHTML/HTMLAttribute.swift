/// An attribute that the sanitiser knows by name. The order is that in which attributes are written.
enum HTMLAttribute: UInt8, CaseIterable {
    case unknown = 0
    case href, src, alt, title, width, height, colspan, rowspan, scope, span, cite, datetime, lang, dir, `class`, start,
        type,
        reversed, value, open, poster, border, style

    /// The attribute called by the bytes at `name`, in any case.
    init(bytes: UnsafeBufferPointer<UInt8>, name: Range<Int>) {
        self = HTMLAttribute(rawValue: Self.names.value(bytes, name)) ?? .unknown
    }

    /// Its name in lower case.
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
        }
    }

    private static let names = NameTable(allCases.dropFirst().map { ($0.name, $0.rawValue) })
}

/// A set of known attributes.
struct HTMLAttributeSet: OptionSet, Sendable {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }
    init(_ attribute: HTMLAttribute) { rawValue = 1 << UInt32(attribute.rawValue) }

    static let global: HTMLAttributeSet = [title, HTMLAttributeSet(.lang), HTMLAttributeSet(.dir)]
    static let link: HTMLAttributeSet = [HTMLAttributeSet(.href)]
    static let title = HTMLAttributeSet(.title)
    static let cite = HTMLAttributeSet(.cite)
    static let size: HTMLAttributeSet = [HTMLAttributeSet(.width), HTMLAttributeSet(.height)]
    static let image: HTMLAttributeSet = [
        HTMLAttributeSet(.src), HTMLAttributeSet(.alt), size, HTMLAttributeSet(.border), HTMLAttributeSet(.style),
    ]
    static let cell: HTMLAttributeSet = [HTMLAttributeSet(.colspan), HTMLAttributeSet(.rowspan)]
    static let datetime = HTMLAttributeSet(.datetime)
    static let language = HTMLAttributeSet(.class)
    static let source = HTMLAttributeSet(.src)
}
