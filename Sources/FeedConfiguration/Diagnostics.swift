/// Collects what is wrong with a configuration while it is read; nothing stops at the first mistake.
///
/// A class, because every section of one reading writes to the same list.
public final class Diagnostics {
    /// What was found, in the order of finding.
    public private(set) var list: [Diagnostic] = []

    /// Makes an empty collection.
    public init() {}

    /// Adds one.
    public func report(_ diagnostic: Diagnostic) { list.append(diagnostic) }

    /// Whether anything forbids a run.
    public var hasErrors: Bool { list.contains { $0.severity == .error } }
}
