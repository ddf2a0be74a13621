/// What of a plan a run does.
package struct RunOptions: Sendable, Hashable {
    /// Pipelines named on the command line, delivered now whatever their schedule; empty: those that are due.
    package var pipelines: [String] = []
    /// Collects only; nothing is planned or delivered.
    package var collectsOnly = false
    /// Asks sources that are not due, too (not before a `Retry-After`).
    package var ignoresRefresh = false

    package init() {}
}
