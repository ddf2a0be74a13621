/// Which parts of a plan a run executes.
package struct RunOptions: Sendable, Hashable {
    /// Pipelines named on the command line, delivered regardless of their schedule. If empty: those that are due.
    package var pipelines: [String] = []
    /// Collects only; nothing is planned or delivered.
    package var collectsOnly = false
    /// Also fetches sources that are not due, but never before a `Retry-After` has passed.
    package var ignoresRefresh = false

    package init() {}
}
