/// What of a plan a run does.
public struct RunOptions: Sendable, Hashable {
    /// Pipelines named on the command line, delivered now whatever their schedule; empty: those that are due.
    public var pipelines: [String] = []
    /// Collects only; nothing is planned or delivered.
    public var collectsOnly = false
    /// Asks sources that are not due, too (not before a `Retry-After`).
    public var ignoresRefresh = false

    /// Makes the options of a plain `kawaraban run`.
    public init() {}
}
