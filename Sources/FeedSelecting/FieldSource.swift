public import FeedConfiguration
public import FeedMessages

/// A place in a document as users write it: a JSON path or a page selector.
public protocol ListPlace: ConfigValue, Hashable, CustomStringConvertible {
    /// What messages call a place of this type, with an article: `a path`.
    static var kindName: LocalizedText { get }
    /// Parses the text. Throws `SelectorError` with the column if it is invalid.
    init(_ text: String) throws(SelectorError)
}

extension JSONPath: ListPlace {
    /// What messages call a path: `a path`.
    public static var kindName: LocalizedText { .message("selecting.path") }
}

/// The source of an entry's field: a place, a template with several places, or a constant.
public enum FieldSource<Place: ListPlace>: ConfigValue, Hashable {
    /// The value at a place.
    case place(Place)
    /// A template with places, and its text as written.
    case template(Template<Place>, text: String)
    /// The same text for every entry.
    case literal(String)

    /// The type's name in messages.
    public static var typeName: LocalizedText {
        .message("type.field_source", ["place": .message(Place.kindName)])
    }
    /// An empty text.
    public static var placeholder: FieldSource { .literal("") }
    /// The place, the template, or the constant in single quotes. Different sources have different texts.
    public var manualText: String {
        switch self {
        case .place(let place): place.description
        case .template(_, let text): text
        case .literal(let text): "'\(text)'"
        }
    }

    /// Reads a text, or a map with `literal`. Reports errors to `section` and returns nil.
    public static func read(_ node: Node, in section: ConfigSection) -> FieldSource? {
        guard node.map == nil else {
            return .literal(section.require("literal", as: String.self, help: .message("option.literal")))
        }
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        do throws(SelectorError) {
            guard Template<Place>.isTemplate(text) else { return .place(try Place(text)) }
            let template = try Template(text) { place throws(SelectorError) in try Place(place) }
            return .template(template, text: text)
        } catch {
            section.report(error, in: node)
            return nil
        }
    }
}

/// The sources of an entry's field; the first one with a value counts.
public typealias FieldSources<Place: ListPlace> = OneOrMany<FieldSource<Place>>
