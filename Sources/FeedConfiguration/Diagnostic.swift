/// A mistake in a configuration, with its place and, where there is one, its cure.
public struct Diagnostic: Sendable, Hashable {
    /// How bad it is.
    public enum Severity: String, Sendable, Hashable {
        /// Nothing may run.
        case error
        /// It can run, but probably not as meant.
        case warning
        /// A secret or variable that is missing here: one source, sink or pipeline cannot work.
        case missing
        /// A variable that is missing here and that concerns the whole run: an error when it is about to begin.
        case missingForAll
    }

    /// How bad it is.
    public var severity: Severity
    /// Where.
    public var place: Place
    /// What is wrong, with the key path, in one line.
    public var message: String
    /// What to do about it, or nil.
    public var suggestion: String?

    /// Makes a diagnostic.
    public init(_ severity: Severity = .error, at place: Place, _ message: String, suggestion: String? = nil) {
        self.severity = severity
        self.place = place
        self.message = message
        self.suggestion = suggestion
    }
}
