public import FeedMessages
public import FeedModel
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
    public var what: LocalizedText
    /// What to do about it, or nil.
    public var cure: LocalizedText?
    /// What is wrong, in English.
    public var message: String { what.text(in: .en) }
    /// What to do about it, in English.
    public var suggestion: String? { cure?.text(in: .en) }

    /// Makes a diagnostic.
    public init(
        _ severity: Severity = .error, at place: Place, _ what: LocalizedText, suggestion cure: LocalizedText? = nil
    ) {
        self.severity = severity
        self.place = place
        self.what = what
        self.cure = cure
    }
}

extension Diagnostic: CustomStringConvertible {
    /// The line in English.
    public var description: String { line(in: .en) }

    /// `config.yaml:3:5: error: message (suggestion)`, on one line, control characters taken out. The word of the
    /// severity is the same in every language: editors look for it.
    public func line(in language: DigestLocale) -> String {
        let kind = severity == .error ? "error" : "warning"
        let text = cure.map {
            LocalizedText.message("config.with_cure", ["what": .message(what), "cure": .message($0)])
        }
        let line = "\(place.file):\(place.line):\(place.column): \(kind): \((text ?? what).text(in: language))"
        return Self.printable(line)
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
    package init?(
        othersCanChange path: String, _ subject: MessageArgument, at place: Place,
        way: InputPathCheck = InputPathCheck()
    ) {
        guard let fault = way.fault(of: path) else { return nil }
        self.init(
            fault.letsManyIn && geteuid() == 0 ? .error : .warning, at: place,
            .message("config.of_option", ["path": subject, "what": .message(fault.words(of: .text(path)))]),
            suggestion: fault.cure(for: path))
    }
}
