import FeedConfiguration
import FeedEngine
import FeedJSON
import FeedMessages
import FeedStages

/// The schema of a whole configuration for editors (JSON Schema 2020-12), from the declarations that `check` reads.
struct ConfigurationSchema {
    let registry: PluginRegistry
    let localized: Localizer

    /// The schema, its parts in a fixed order.
    var document: JSONValue {
        .object([
            ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
            ("title", .string(localized("schema.title"))),
            ("description", .string(localized("schema.description"))),
            ("type", .string("object")),
            ("required", .array([.string("version"), .string("pipelines")])),
            ("properties", .object(top)),
            ("patternProperties", SchemaValue.free),
            ("additionalProperties", .bool(false)),
            ("$defs", .object(definitions)),
        ])
    }

    private var top: [(String, JSONValue)] {
        [
            (
                "version",
                described(.message("option.configuration.version"), [("enum", .array([.number("1"), .string("1")]))])
            ),
            ("settings", described(.message("option.configuration.settings"), members(of: settings))),
            (
                "defaults",
                described(
                    .message("option.configuration.defaults"),
                    members(of: SchemaValue.of(.options(ConfigurationManual.defaults, []), localized)))
            ),
            ("sources", described(.message("option.configuration.sources"), named(SchemaValue.reference("source")))),
            ("sinks", described(.message("option.configuration.sinks"), named(SchemaValue.reference("sink")))),
            ("filters", described(.message("option.configuration.filters"), named(SchemaValue.reference("filters")))),
            (
                "pipelines",
                described(
                    .message("option.configuration.pipelines"),
                    named(SchemaValue.reference("pipeline")) + [("minProperties", .number("1"))])
            ),
            (
                "tests",
                described(
                    .message("option.configuration.tests"), [("type", .string("array")), ("maxItems", .number("0"))])
            ),
        ]
    }

    private var settings: JSONValue {
        let options = SchemaValue.of(.options(ConfigurationManual.settings, []), localized)
        let sinks = SchemaValue.any(of: [
            SchemaValue.reference("sink_item"),
            .object([
                ("type", .string("array")), ("minItems", .number("1")), ("items", SchemaValue.reference("sink_item")),
            ]),
        ])
        return options.replacing(property: "notices", by: sinks)
    }

    private var definitions: [(String, JSONValue)] {
        var result: [(String, JSONValue)] = [
            (
                "variable",
                .object([
                    ("description", .string(localized("schema.variable"))), ("type", .string("string")),
                    ("pattern", .string("\\$\\{[A-Za-z_]")),
                ])
            ),
            ("yes_or_no", yesOrNo), ("source", source), ("sink", sink), ("pipeline", pipeline),
            ("source_item", item(.message("schema.source_item"), .source, sourceStages)),
            ("sink_item", item(.message("schema.sink_item"), .sink, sinkStages)), ("filters", filters),
        ]
        for (name, stage) in registry.sources.sorted(by: { $0.key < $1.key }) {
            result.append(("source.\(name)", definition(of: stage)))
        }
        for (name, stage) in registry.parsers.sorted(by: { $0.key < $1.key }) {
            result.append(("parser.\(name)", definition(stage)))
        }
        let common = ConfigurationManual.sources.filter { $0.key != CommonSourceOptions.titleKey }
        let parsers = registry.parsers.keys.sorted() + registry.sources.keys.sorted()
        let parser = SchemaValue.of(.choice(["auto"] + parsers.filter { $0 != "auto" }), localized)
        result.append(
            (
                "source.every",
                JSONValue.object(SchemaValue.members(common, [], localized)).replacing(property: "parser", by: parser)
            ))
        for (name, stage) in registry.sinks.sorted(by: { $0.key < $1.key }) {
            result.append(("sink.\(name)", definition(stage.stage)))
        }
        for (name, stage) in registry.formats.sorted(by: { $0.key < $1.key }) {
            result.append(("format.\(name)", definition(stage.stage)))
        }
        for (name, stage) in registry.filters.sorted(by: { $0.key < $1.key }) {
            let schema = SchemaValue.of(stage.schema, localized)
            result.append(
                (
                    "filter.\(name)",
                    described(stage.summary, members(of: Self.takesAnyKey(stage) ? schema.open : schema))
                ))
        }
        return result
    }

    /// Whether a filter reads keys that it does not declare, as `hold_until` reads the fields of its condition.
    private static func takesAnyKey(_ filter: StageDescription<any Filter>) -> Bool {
        let place = Place(file: "", line: 1, column: 1)
        let value = Node(.scalar("x", isQuoted: true), at: place)
        let diagnostics = Diagnostics()
        let section = ConfigSection(
            Node(.map([Node.Pair(key: "x_undeclared", place: place, value: value)]), at: place), path: "",
            diagnostics: diagnostics)
        _ = filter.configure(section)
        section.reportUnknownKeys()
        return !diagnostics.list.contains { $0.what.key == "config.unknown_option" }
    }

    private var yesOrNo: JSONValue {
        let words = [
            "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON", "false", "False", "FALSE", "no", "No", "NO",
            "off", "Off", "OFF",
        ]
        return SchemaValue.any(of: [
            .object([("type", .string("boolean"))]), .object([("enum", .array(words.map { .string($0) }))]),
            SchemaValue.reference("variable"),
        ])
    }

    // MARK: Sources and sinks

    /// A stage's own options. What stands beside them is checked where all of them are known.
    private func definition<Made>(_ stage: StageDescription<Made>) -> JSONValue {
        described(stage.summary, SchemaValue.members(stage.manual, stage.rules, localized))
    }

    /// A source's own options, and `title` unless the source or its parser uses that key itself.
    private func definition(of source: SourceDescription) -> JSONValue {
        let own = source.stage.manual
        let isTitleFree = !(own + (source.parser?.manual ?? [])).contains { $0.key == CommonSourceOptions.titleKey }
        let title = ConfigurationManual.sources.filter { $0.key == CommonSourceOptions.titleKey && isTitleFree }
        return described(source.stage.summary, SchemaValue.members(own + title, source.stage.rules, localized))
    }

    private var source: JSONValue {
        var rules = registry.sources.keys.sorted().map { when("type", $0, SchemaValue.reference("source.\($0)")) }
        for name in registry.parsers.keys.sorted() {
            rules.append(when("parser", name, SchemaValue.reference("parser.\(name)")))
        }
        for (name, source) in registry.sources.sorted(by: { $0.key < $1.key }) {
            guard let parser = source.parser else { continue }
            if registry.parsers[name] == nil {
                rules.append(when("parser", name, SchemaValue.reference("parser.\(parser.type)")))
            }
            let isAuto = JSONValue.object([
                ("properties", .object([("parser", .object([("const", .string("auto"))]))]))
            ])
            rules.append(
                .object([
                    ("if", .object([("allOf", .array([condition("type", name), isAuto]))])),
                    ("then", SchemaValue.reference("parser.\(parser.type)")),
                ]))
        }
        rules.append(SchemaValue.reference("source.every"))
        return stage(registry.sources.keys.sorted(), [], rules)
    }

    private var sink: JSONValue {
        let formats = registry.formats.keys.sorted()
        var rules = registry.sinks.keys.sorted().map { when("type", $0, SchemaValue.reference("sink.\($0)")) }
        for name in formats { rules.append(when("format", name, SchemaValue.reference("format.\(name)"))) }
        for (name, sink) in registry.sinks.sorted(by: { $0.key < $1.key }) {
            let missing =
                sink.defaultFormat.map { SchemaValue.reference("format.\($0)") }
                ?? .object([("required", .array([.string("format")]))])
            rules.append(
                .object([
                    (
                        "if",
                        .object([
                            (
                                "allOf",
                                .array([
                                    condition("type", name),
                                    .object([("not", .object([("required", .array([.string("format")]))]))]),
                                ])
                            )
                        ])
                    ),
                    ("then", missing),
                ]))
        }
        let format = described(.message("option.sink.format"), members(of: SchemaValue.of(.choice(formats), localized)))
        return stage(registry.sinks.keys.sorted(), [("format", format)], rules)
    }

    private func stage(
        _ types: [String], _ properties: [(String, JSONValue)], _ rules: [JSONValue]
    ) -> JSONValue {
        let type = described(.message("option.stage.type"), members(of: SchemaValue.of(.choice(types), localized)))
        return .object([
            ("type", .string("object")), ("required", .array([.string("type")])),
            ("properties", .object([("type", type)] + properties)), ("patternProperties", SchemaValue.free),
            ("allOf", .array(rules)), ("unevaluatedProperties", .bool(false)),
        ])
    }

    private func condition(_ key: String, _ value: String) -> JSONValue {
        .object([
            ("properties", .object([(key, .object([("const", .string(value))]))])),
            ("required", .array([.string(key)])),
        ])
    }

    private func when(_ key: String, _ value: String, _ schema: JSONValue) -> JSONValue {
        .object([("if", condition(key, value)), ("then", schema)])
    }

    // MARK: Pipelines and filters

    private var pipeline: JSONValue {
        func list(_ item: String) -> JSONValue {
            .object([
                ("type", .string("array")), ("minItems", .number("1")), ("items", SchemaValue.reference(item)),
            ])
        }
        let options = SchemaValue.of(.options(ConfigurationManual.pipelines, []), localized)
            .replacing(property: "sources", by: list("source_item"))
            .replacing(property: "sinks", by: list("sink_item"))
            .replacing(property: "filters", by: SchemaValue.reference("filters"))
        return .object(
            members(of: options) + [("required", .array([.string("sources"), .string("sinks")]))])
    }

    private var filters: JSONValue {
        let names = registry.filters.keys.sorted()
        let use = described(.message("option.use"), members(of: SchemaValue.text))
        let item = described(
            .message("schema.filter_item"),
            [
                ("type", .string("object")),
                ("properties", .object(names.map { ($0, SchemaValue.reference("filter.\($0)")) } + [("use", use)])),
                ("patternProperties", SchemaValue.free), ("additionalProperties", .bool(false)),
                (
                    "oneOf",
                    .array((names + ["use"]).map { .object([("required", .array([.string($0)]))]) })
                ),
            ])
        return .object([("type", .string("array")), ("items", item)])
    }

    // MARK: Names and short forms

    private struct ItemStage {
        let type: String
        let main: MainOption?
        let options: [OptionSpec]
        let rules: [OptionRule]
        var needsFormat = false
    }

    private var sourceStages: [ItemStage] {
        registry.sources.sorted { $0.key < $1.key }.map { name, source in
            ItemStage(
                type: name, main: source.stage.mainOption,
                options: source.stage.manual + (source.parser?.manual ?? []), rules: source.stage.rules)
        }
    }

    private var sinkStages: [ItemStage] {
        registry.sinks.sorted { $0.key < $1.key }.map { name, sink in
            ItemStage(
                type: name, main: sink.stage.mainOption, options: sink.stage.manual, rules: sink.stage.rules,
                needsFormat: sink.defaultFormat == nil)
        }
    }

    private func item(_ help: LocalizedText, _ kind: ShortForm.Kind, _ stages: [ItemStage]) -> JSONValue {
        let expressions =
            ["^[A-Za-z0-9_][A-Za-z0-9_.*?-]*$", "^-$"]
            + (kind == .source
                ? [
                    "^[A-Za-z0-9_*?.-]*[*?][A-Za-z0-9_*?.-]*$", ShortForm.addressExpression,
                    ShortForm.documentExpression,
                ]
                : [ShortForm(registry).pathExpression])
            + stages.compactMap(expression)
        let examples = stages.flatMap { StageManual.shortForms(of: $0.type, $0.main, $0.options, $0.rules) }
        let isOf = JSONValue.object([
            ("type", .string("string")), ("maxLength", .number("\(ShortForm.maxLength)")),
            ("pattern", .string(expressions.joined(separator: "|"))),
        ])
        return .object([
            ("description", .string(localized(help))),
            ("examples", .array(examples.map { .string($0) })),
            ("anyOf", .array([isOf, SchemaValue.reference("variable")])),
        ])
    }

    /// The expression of `TYPE:VALUE` and `TYPE:option=value`, or nil if the stage has no short form but its type.
    private func expression(_ stage: ItemStage) -> String? {
        let isMainRequired = stage.options.contains { $0.key == stage.main?.key && $0.isRequired }
        let keys = stage.options.map(\.key).filter { key in
            !key.isEmpty && (!isMainRequired || stage.main?.keys.contains(key) == true)
        }
        let secrets = Set(stage.options.filter(\.isSecret).map(\.key))
        var forms = keys.filter { !secrets.contains($0) }
        forms = forms.isEmpty ? [] : ["(?:\(forms.joined(separator: "|")))=.*"]
        if let main = stage.main { forms.append("(?![a-z][a-z0-9_]*=)" + words(of: main, stage)) }
        guard !forms.isEmpty else { return nil }
        // A sink without a format of its own takes that of the suffix.
        let suffix = stage.needsFormat ? "(?=.*\(ShortForm(registry).suffixExpression) *$)" : ""
        return "^\(stage.type): *\(suffix)(?:\(forms.joined(separator: "|"))) *$"
    }

    /// The expression of the values of a main option.
    private func words(of main: MainOption, _ stage: ItemStage) -> String {
        if main.marks.isEmpty, case .choice(let words)? = stage.options.first(where: { $0.key == main.key })?.schema {
            return "(?:\(words.joined(separator: "|")))"
        }
        return "\\S.*"
    }

    // MARK: Parts

    private func named(_ schema: JSONValue) -> [(String, JSONValue)] {
        [
            ("type", .string("object")),
            (
                "patternProperties",
                .object([("^x-", .bool(true)), ("^(?!x-)\(ConfigurationManual.name.dropFirst())", schema)])
            ),
            ("additionalProperties", .bool(false)),
        ]
    }

    private func described(_ help: LocalizedText, _ members: [(String, JSONValue)]) -> JSONValue {
        .object([("description", .string(localized(help)))] + members.filter { $0.0 != "description" })
    }

    private func members(of value: JSONValue) -> [(String, JSONValue)] {
        value.object?.members.map { ($0.name, $0.value) } ?? []
    }
}

extension JSONValue {
    /// Returns the schema of a map with another schema for an option, which keeps its title and description.
    fileprivate func replacing(property name: String, by schema: JSONValue) -> JSONValue {
        guard case .object(var object) = self,
            let index = object.members.firstIndex(where: { $0.name == "properties" }),
            case .object(var properties) = object.members[index].value,
            let place = properties.members.firstIndex(where: { $0.name == name })
        else { return self }
        let kept = ["title", "description"].compactMap { key in
            properties.members[place].value[key].map { (key, $0) }
        }
        let added = (schema.object?.members ?? []).map { ($0.name, $0.value) }
        properties.members[place].value = .object(kept + added)
        object.members[index].value = .object(properties)
        return .object(object)
    }

    /// The same schema with further keys.
    fileprivate var open: JSONValue {
        guard case .object(let object) = self else { return self }
        return .object(JSONObject(object.members.filter { $0.name != "additionalProperties" }))
    }
}
