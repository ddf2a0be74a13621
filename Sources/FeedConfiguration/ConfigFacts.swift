/// The key of a fact that the reader of a configuration gives to stages, such as the format of a sink.
///
/// Each fact has a type of its own.
public protocol ConfigFact {
    /// The type of the fact.
    associatedtype Value: Sendable
}

/// The facts that the reader of a configuration gives to a stage.
public struct ConfigFacts: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// Makes an empty set.
    public init() {}

    /// The value of `fact`, or nil if it is not set.
    public subscript<Fact: ConfigFact>(fact: Fact.Type) -> Fact.Value? {
        get { values[ObjectIdentifier(fact)] as? Fact.Value }
        set { values[ObjectIdentifier(fact)] = newValue }
    }
}
