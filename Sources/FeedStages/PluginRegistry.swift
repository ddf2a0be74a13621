/// All stages that a configuration may name. The registry is a value, filled by calls of `add`.
///
/// Each `add` throws `DuplicateStage` if it already has a stage of that kind and type.
public struct PluginRegistry: Sendable {
    /// Sources by `type:`.
    public private(set) var sources: [String: SourceDescription] = [:]
    /// Parsers by `parser:`.
    public private(set) var parsers: [String: StageDescription<any Parser>] = [:]
    /// Filters by their key in a list of filters.
    public private(set) var filters: [String: StageDescription<any Filter>] = [:]
    /// Formats by `format:`.
    public private(set) var formats: [String: FormatDescription] = [:]
    /// Sinks by `type:`.
    public private(set) var sinks: [String: SinkDescription] = [:]

    /// Makes an empty registry.
    public init() {}

    /// Adds a source, and its own parser if it has one.
    public mutating func add<Described: Source>(_ source: Described.Type) throws(DuplicateStage) {
        try add(SourceDescription(StageDescription(of: source) { $0 }, parser: source.parser.map(Self.description)))
    }

    /// Adds a parser. Several sources may add the same one.
    public mutating func add<Described: Parser>(_ parser: Described.Type) throws(DuplicateStage) {
        try add(Self.description(of: parser))
    }

    /// Adds a filter.
    public mutating func add<Described: Filter>(_ filter: Described.Type) throws(DuplicateStage) {
        try add(StageDescription<any Filter>(of: filter) { $0 })
    }

    /// Adds a format.
    public mutating func add<Described: DigestFormat>(_ format: Described.Type) throws(DuplicateStage) {
        try add(FormatDescription(of: format))
    }

    /// Adds a sink.
    public mutating func add<Described: Sink>(_ sink: Described.Type) throws(DuplicateStage) {
        try add(SinkDescription(StageDescription(of: sink) { $0 }, defaultFormat: sink.defaultFormat))
    }

    /// Adds a source, and its own parser if it has one.
    public mutating func add(_ source: SourceDescription) throws(DuplicateStage) {
        try Self.add(source, as: source.stage.type, to: &sources)
        if let parser = source.parser { try add(parser) }
    }

    /// Adds a parser. Several sources may add the same one.
    public mutating func add(_ parser: StageDescription<any Parser>) throws(DuplicateStage) {
        if let known = parsers[parser.type], known.isSame(as: parser) { return }
        try Self.add(parser, as: parser.type, to: &parsers)
    }

    /// Adds a filter.
    public mutating func add(_ filter: StageDescription<any Filter>) throws(DuplicateStage) {
        try Self.add(filter, as: filter.type, to: &filters)
    }

    /// Adds a format.
    public mutating func add(_ format: FormatDescription) throws(DuplicateStage) {
        try Self.add(format, as: format.stage.type, to: &formats)
    }

    /// Adds a sink.
    public mutating func add(_ sink: SinkDescription) throws(DuplicateStage) {
        try Self.add(sink, as: sink.stage.type, to: &sinks)
    }

    /// Returns a parser by its own name or by that of the source whose documents it reads; nil if there is none.
    public func parser(named name: String) -> StageDescription<any Parser>? {
        parsers[name] ?? sources[name]?.parser
    }

    private static func add<Description>(
        _ stage: Description, as type: String, to stages: inout [String: Description]
    ) throws(DuplicateStage) {
        guard stages.updateValue(stage, forKey: type) == nil else { throw DuplicateStage(type: type) }
    }

    private static func description(of parser: any Parser.Type) -> StageDescription<any Parser> {
        func description<Described: Parser>(of parser: Described.Type) -> StageDescription<any Parser> {
            StageDescription(of: parser) { $0 }
        }
        return description(of: parser)
    }
}

/// The error that two stages of one kind have the same `type:`.
public struct DuplicateStage: Error, Sendable, Hashable {
    /// The `type:` of both.
    public let type: String
}
