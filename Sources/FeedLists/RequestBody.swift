import FeedConfiguration
import FeedJSON
import FeedMessages
import FeedModel

/// The body of a POST request.
enum RequestBody: Sendable, Hashable {
    case json(JSONTree)
    case form([FormField])
    case graphQL(query: String, variables: JSONTree)

    /// A field of a form.
    struct FormField: Sendable, Hashable {
        let name: String
        var value: Secret
    }

    var contentType: String {
        switch self {
        case .json, .graphQL: "application/json"
        case .form: "application/x-www-form-urlencoded"
        }
    }

    /// The bytes to send.
    var bytes: [UInt8] { encoded { $0.reveal() } }

    /// The bytes without secrets, which identify the request.
    var canonicalText: String {
        String(decoding: encoded { !$0.isMissing && $0.mask == $0.reveal() ? $0.mask : "***" }, as: UTF8.self)
    }

    /// A copy for the next page, in which one parameter has another value: a GraphQL variable, a JSON member or a form
    /// field.
    func setting(_ name: String, to value: JSONValue) -> RequestBody {
        switch self {
        case .json(let tree): return .json(tree.setting(name, to: value))
        case .graphQL(let query, let variables):
            return .graphQL(query: query, variables: variables.setting(name, to: value))
        case .form(var fields):
            let text = Secret(value.text ?? "", mask: value.text ?? "")
            if let index = fields.firstIndex(where: { $0.name == name }) {
                fields[index].value = text
            } else {
                fields.append(FormField(name: name, value: text))
            }
            return .form(fields)
        }
    }

    private func encoded(_ shown: (Secret) -> String) -> [UInt8] {
        var writer = JSONWriter()
        switch self {
        case .json(let tree): writer.value(tree.json(shown))
        case .graphQL(let query, let variables):
            writer.beginObject()
            writer.member("query", query)
            writer.name("variables")
            writer.value(variables.json(shown))
            writer.endObject()
        case .form(let fields):
            let items = fields.map {
                "\(Address.encoded(component: $0.name))=\(Address.encoded(component: shown($0.value)))"
            }
            return Array(items.joined(separator: "&").utf8)
        }
        return writer.bytes
    }
}

/// An option with the fields of a form: names with texts or secrets.
struct FormOption: ConfigValue, Hashable {
    let fields: [RequestBody.FormField]

    static var typeName: LocalizedText { .message("type.form") }
    static var placeholder: FormOption { FormOption(fields: []) }
    var manualText: String { "" }

    static func read(_ node: Node, in section: ConfigSection) -> FormOption? {
        guard section.isMap(typeName), let pairs = node.map else { return nil }
        return FormOption(
            fields: pairs.compactMap { pair in
                let value: Secret?
                if pair.value.map != nil {
                    value = section.read(pair.value, pair.key, as: Secret.self)
                } else {
                    value = section.text(of: pair.value, expected: .message("type.text_or_secret")).map { text in
                        section.isCredential(text, named: pair.key)
                            ? section.keep(text, under: pair.key) : Secret(text, mask: text)
                    }
                }
                return value.map { RequestBody.FormField(name: pair.key, value: $0) }
            })
    }
}

/// An option with a GraphQL query and its variables.
struct GraphQLOption: ConfigValue, Hashable {
    let query: String
    let variables: JSONTree

    static var typeName: LocalizedText { "{ query: TEXT, variables: { … } }" }
    static var placeholder: GraphQLOption { GraphQLOption(query: "", variables: .map([])) }
    var manualText: String { "" }

    static func read(_ node: Node, in section: ConfigSection) -> GraphQLOption? {
        guard section.isMap(typeName) else { return nil }
        let query = section.require("query", as: String.self, help: .message("option.graphql.query"))
        let variables = section.option("variables", as: JSONTree.self, help: .message("option.graphql.variables"))
        if let node = section.node["variables"], node.map == nil {
            section.report(
                .message(
                    "lists.variables_no_map", ["path": .text(section.path), "found": MessageArgument(node.kind)]),
                at: node.place)
        }
        return GraphQLOption(query: query, variables: variables ?? .map([]))
    }
}
