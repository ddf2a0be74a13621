package import FeedSystem
import Glibc

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

extension Diagnostic: CustomStringConvertible {
    /// `config.yaml:3:5: error: message (suggestion)`, on one line, control characters taken out.
    public var description: String {
        let kind = severity == .error ? "error" : "warning"
        let line = "\(place.file):\(place.line):\(place.column): \(kind): \(message)"
        return Self.printable(suggestion.map { "\(line) (\($0))" } ?? line)
    }

    /// Text with control characters (C0, DEL, C1) and line separators replaced, fit for a terminal.
    package static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isControl(scalar) ? "\u{FFFD}" : scalar) }
        return String(scalars)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension Diagnostic {
    /// What is told of a file that this program obeys or believes (`subject` in the sentence) and that others can
    /// change; nil if only its user and root can.
    ///
    /// A warning: who runs it may trust those others. Root must not obey what more than one of them can change. Blocks.
    package init?(othersCanChange path: String, _ subject: String, at place: Place, way: InputWay = InputWay()) {
        guard let fault = way.fault(of: path) else { return nil }
        self.init(
            fault.letsManyIn && geteuid() == 0 ? .error : .warning, at: place,
            "\(subject): \(fault.words(of: path))", suggestion: fault.cure(for: path))
    }
}
