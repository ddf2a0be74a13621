import FeedConfiguration
import FeedJSON
import FeedMessages

/// Parts of a JSON Schema (2020-12).
enum SchemaValue {
    /// A reference to a definition.
    static func reference(_ name: String) -> JSONValue { .object([("$ref", .string("#/$defs/\(name)"))]) }

    /// Any scalar but an empty one: YAML takes `7`, `no` and `1.5` for other types than text.
    static let text = JSONValue.object([("type", .array([.string("string"), .string("number"), .string("boolean")]))])

    /// What accepts nothing but text that matches an expression, or text with a variable.
    static func pattern(_ expression: String) -> JSONValue {
        .object([
            (
                "anyOf",
                .array([
                    .object([("type", .string("string")), ("pattern", .string(expression))]), reference("variable"),
                ])
            )
        ])
    }

    /// One of several schemas.
    static func any(of schemas: [JSONValue]) -> JSONValue {
        schemas.count == 1 ? schemas[0] : .object([("anyOf", .array(schemas))])
    }

    /// The schema of an option's values.
    static func of(_ schema: ValueSchema, _ localized: Localizer) -> JSONValue {
        switch schema {
        case .any: .bool(true)
        case .text: text
        case .pattern(let expression): pattern(expression)
        case .choice(let words): any(of: [.object([("enum", .array(words.flatMap(values)))]), reference("variable")])
        case .boolean: reference("yes_or_no")
        case .integer(let range):
            any(of: [
                .object(
                    [("type", .string("integer"))]
                        + bounds(range.map { ("\($0.lowerBound)", "\($0.upperBound)") })),
                .object([("type", .string("string")), ("pattern", .string("^-?(0|[1-9][0-9]*)$"))]),
                reference("variable"),
            ])
        case .number(let range):
            any(of: [
                .object(
                    [("type", .string("number"))]
                        + bounds(range.map { ("\($0.lowerBound)", "\($0.upperBound)") })),
                .object([("type", .string("string")), ("pattern", .string("^-?[0-9.]{1,32}$"))]),
                reference("variable"),
            ])
        case .list(let element): .object([("type", .string("array")), ("items", of(element, localized))])
        case .map(let value):
            .object([("type", .string("object")), ("additionalProperties", of(value, localized))])
        case .options(let specs, let rules):
            .object(
                [("type", .string("object"))] + members(specs, rules, localized)
                    + [("patternProperties", free), ("additionalProperties", .bool(false))])
        case .either(let schemas): any(of: schemas.map { of($0, localized) })
        }
    }

    /// Keys that begin with `x-` are free.
    static let free = JSONValue.object([("^x-", .bool(true))])

    /// `properties`, `required` and the rules of a map with options.
    static func members(
        _ specs: [OptionSpec], _ rules: [OptionRule], _ localized: Localizer
    ) -> [(String, JSONValue)] {
        let named = specs.filter { !$0.key.isEmpty }
        var result: [(String, JSONValue)] = [
            ("properties", .object(named.map { ($0.key, property($0, localized)) }))
        ]
        let required = named.filter(\.isRequired).map { JSONValue.string($0.key) }
        if !required.isEmpty { result.append(("required", .array(required))) }
        if !rules.isEmpty { result.append(("allOf", .array(rules.map(Self.rule)))) }
        return result
    }

    private static func property(_ spec: OptionSpec, _ localized: Localizer) -> JSONValue {
        let schema = of(spec.schema, localized)
        var members: [(String, JSONValue)] = [
            ("title", .string(localized(spec.typeName))), ("description", .string(localized(spec.help))),
        ]
        if let fallback = spec.defaultText, !fallback.isEmpty, let value = given(fallback, spec.schema) {
            members.append(("default", value))
        }
        guard case .object(let object) = schema else { return .object(members) }
        return .object(members + object.members.map { ($0.name, $0.value) })
    }

    /// Returns a default as a value of YAML, or nil if it is no scalar.
    private static func given(_ text: String, _ schema: ValueSchema) -> JSONValue? {
        switch schema {
        case .boolean: .bool(text == "yes")
        case .integer, .number: .number(text)
        case .choice, .pattern, .either, .text: .string(text)
        case .any, .list, .map, .options: nil
        }
    }

    private static func rule(_ rule: OptionRule) -> JSONValue {
        func needs(_ key: String) -> JSONValue { .object([("required", .array([.string(key)]))]) }
        switch rule {
        case .exactlyOne(let keys): return .object([("oneOf", .array(keys.map(needs)))])
        case .atMostOne(let keys):
            let pairs = keys.indices.flatMap { first in
                keys[(first + 1)...].map { second in
                    JSONValue.object([("required", .array([.string(keys[first]), .string(second)]))])
                }
            }
            return .object([("not", any(of: pairs))])
        }
    }

    private static func bounds(_ range: (String, String)?) -> [(String, JSONValue)] {
        range.map { [("minimum", .number($0.0)), ("maximum", .number($0.1))] } ?? []
    }

    /// A word as text, and as what YAML makes of it.
    private static func values(_ word: String) -> [JSONValue] {
        switch word {
        case "yes", "on", "true": [.string(word), .bool(true)]
        case "no", "off", "false": [.string(word), .bool(false)]
        default: Int(word) == nil ? [.string(word)] : [.string(word), .number(word)]
        }
    }
}

extension JSONValue {
    /// Makes an object of members in order.
    static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(JSONObject(members.map { JSONObject.Member(name: $0.0, value: $0.1) }))
    }
}
