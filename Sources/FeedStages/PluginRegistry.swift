/// Every stage that a configuration may name; a value, composed by hand.
public struct PluginRegistry: Sendable {
    /// By `type:`.
    public private(set) var sources: [String: any Source.Type] = [:]
    /// By `parser:`.
    public private(set) var parsers: [String: any Parser.Type] = [:]
    /// By their key in a list of filters.
    public private(set) var filters: [String: any Filter.Type] = [:]
    /// By `format:`.
    public private(set) var formats: [String: any DigestFormat.Type] = [:]
    /// By `type:`.
    public private(set) var sinks: [String: any Sink.Type] = [:]

    /// Makes an empty registry.
    public init() {}

    /// Adds a source, and its own parser if it has one.
    public mutating func add(_ source: any Source.Type) throws(DuplicateStage) {
        guard sources.updateValue(source, forKey: source.type) == nil else { throw DuplicateStage(type: source.type) }
        if let parser = source.parser { try add(parser) }
    }

    /// Adds a parser; the same one may come with several sources.
    public mutating func add(_ parser: any Parser.Type) throws(DuplicateStage) {
        if let known = parsers.updateValue(parser, forKey: parser.type), known != parser {
            throw DuplicateStage(type: parser.type)
        }
    }

    /// Adds a filter.
    public mutating func add(_ filter: any Filter.Type) throws(DuplicateStage) {
        guard filters.updateValue(filter, forKey: filter.type) == nil else { throw DuplicateStage(type: filter.type) }
    }

    /// Adds a format.
    public mutating func add(_ format: any DigestFormat.Type) throws(DuplicateStage) {
        guard formats.updateValue(format, forKey: format.type) == nil else { throw DuplicateStage(type: format.type) }
    }

    /// Adds a sink.
    public mutating func add(_ sink: any Sink.Type) throws(DuplicateStage) {
        guard sinks.updateValue(sink, forKey: sink.type) == nil else { throw DuplicateStage(type: sink.type) }
    }
}

/// Two stages of one kind claim the same `type:`.
public struct DuplicateStage: Error, Sendable, Hashable {
    /// The word.
    public let type: String
}
