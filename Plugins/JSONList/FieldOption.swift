import FeedConfiguration
import FeedJSON
import FeedLists
import FeedSelecting

/// The sources of an entry's field, tried one after the other.
typealias FieldOption = FieldSources<JSONPath>

extension FieldOption {
    /// The first text that is not empty; nil if there is none.
    func text(in entry: JSONValue, as use: Template<JSONPath>.Use = .text) -> String? {
        first(in: entry, as: use) { $0 }
    }

    /// The first result of `transform` over the texts that is not nil.
    func first<Result>(
        in entry: JSONValue, as use: Template<JSONPath>.Use = .text, _ transform: (String) -> Result?
    ) -> Result? {
        for source in values {
            let found: Result? =
                switch source {
                case .place(let path): path.first(in: entry) { $0.firstText(transform) }
                case .template(let template, _):
                    template.filled(as: use) { path in path.first(in: entry) { $0.firstText { $0 } } }
                        .flatMap { JSONValue.string($0).text }.flatMap(transform)
                case .literal(let text): transform(text)
                }
            if let found { return found }
        }
        return nil
    }

    /// All texts of the first source that has any, at most `limit`.
    func texts(in entry: JSONValue, as use: Template<JSONPath>.Use = .text, limit: Int) -> [String] {
        for source in values {
            var found: [String] = []
            if case .place(let path) = source {
                // A transform that accepts no text gets to see all of them.
                _ = path.first(in: entry) { value -> Bool? in
                    value.firstText { text -> Bool? in
                        found.append(text)
                        return found.count >= limit ? true : nil
                    }
                }
            } else if let text = FieldOption([source]).text(in: entry, as: use) {
                found = [text]
            }
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The first result of `transform` over the values that are not null. Templates and constants have their text as
    /// value.
    func value<Result>(in entry: JSONValue, _ transform: (JSONValue) -> Result?) -> Result? {
        for source in values {
            let found: Result? =
                if case .place(let path) = source {
                    path.first(in: entry) { $0 == .null ? nil : transform($0) }
                } else {
                    FieldOption([source]).text(in: entry).flatMap { transform(.string($0)) }
                }
            if let found { return found }
        }
        return nil
    }
}

extension JSONValue {
    /// The first result of `transform` over the value's text, or over the texts of a list's elements.
    func firstText<Result>(_ transform: (String) -> Result?) -> Result? {
        if let text { return transform(text) }
        for element in array ?? [] {
            if let text = element.text, let result = transform(text) { return result }
        }
        return nil
    }
}
