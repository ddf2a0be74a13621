/// Something that the reader of a configuration tells a stage about its surroundings, such as the format that a sink
/// was given. A type stands for one such thing.
public protocol ConfigFact {
    /// What is told.
    associatedtype Value: Sendable
}

/// What the reader of a configuration tells a stage about its surroundings.
public struct ConfigFacts: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// Makes an empty set.
    public init() {}

    /// What is told under `fact`, or nil.
    public subscript<Fact: ConfigFact>(fact: Fact.Type) -> Fact.Value? {
        get { values[ObjectIdentifier(fact)] as? Fact.Value }
        set { values[ObjectIdentifier(fact)] = newValue }
    }
}
