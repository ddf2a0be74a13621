/// A mistake in a configuration, with its place and, where there is one, its cure.
public struct Diagnostic: Sendable, Hashable {
    /// How bad it is.
    public enum Severity: String, Sendable, Hashable {
        /// Nothing may run.
        case error
        /// It can run, but probably not as meant.
        case warning
        /// Only an error when the configuration is about to be used: a secret or variable that is missing here.
        case missing
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
