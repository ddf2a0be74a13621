public import FeedConfiguration
public import FeedMessages

/// Where something stands, as a user writes it: a path in JSON, a selector of a page.
public protocol ListPlace: ConfigValue, Hashable, CustomStringConvertible {
    /// As messages call it: `a path`.
    static var kindName: LocalizedText { get }
    /// Reads it; throws where it is none, with its column.
    init(_ text: String) throws(SelectorError)
}

extension JSONPath: ListPlace {
    /// `a path`
    public static var kindName: LocalizedText { .message("selecting.path") }
}

/// What a field of an entry is made of: what stands in a place, a text made of several, or a constant.
public enum FieldSource<Place: ListPlace>: ConfigValue, Hashable {
    /// What stands in a place.
    case place(Place)
    /// A text with places in it, and as it was written.
    case template(Template<Place>, text: String)
    /// The same for each entry.
    case literal(String)

    /// As messages call it.
    public static var typeName: LocalizedText {
        .message("type.field_source", ["place": .message(Place.kindName)])
    }
    /// An empty text.
    public static var placeholder: FieldSource { .literal("") }
    /// As it tells one field from another.
    public var manualText: String {
        switch self {
        case .place(let place): place.description
        case .template(_, let text): text
        case .literal(let text): "'\(text)'"
        }
    }

    /// Takes a text, or a map with `literal`.
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

/// Where a field of an entry comes from: what it is looked for in, one after the other.
public typealias FieldSources<Place: ListPlace> = OneOrMany<FieldSource<Place>>
