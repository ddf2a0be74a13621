public import FeedMessages
public import FeedModel
package import FeedSystem
import Glibc

/// A mistake in a configuration, with its place and, if possible, its cure.
public struct Diagnostic: Sendable, Hashable {
    /// How severe a diagnostic is.
    public enum Severity: String, Sendable, Hashable {
        /// Nothing runs.
        case error
        /// The configuration runs, but probably not as meant.
        case warning
        /// A secret or variable is missing on this machine: one source, sink or pipeline cannot work.
        case missing
        /// A variable is missing on this machine, and the whole run needs it: an error when a run begins.
        case missingForAll
    }

    /// How severe the diagnostic is.
    public var severity: Severity
    /// Where the mistake is.
    public var place: Place
    /// What is wrong, with the path of keys, on one line.
    public var what: LocalizedText
    /// How to correct the mistake, or nil.
    public var cure: LocalizedText?
    /// Where the value that is missing or empty was to come from.
    package var origin = UnavailableValue.Origin.elsewhere
    /// What is wrong, in English.
    public var message: String { what.text(in: .en) }
    /// How to correct the mistake, in English, or nil.
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

    /// Returns one line such as `config.yaml:3:5: error: message (suggestion)`, with control characters replaced. The
    /// word of the severity is English in every language, because editors search for it.
    public func line(in language: DigestLocale) -> String {
        let kind = severity == .error ? "error" : "warning"
        let text = cure.map {
            LocalizedText.message("config.with_cure", ["what": .message(what), "cure": .message($0)])
        }
        let line = "\(place.file):\(place.line):\(place.column): \(kind): \((text ?? what).text(in: language))"
        return Self.printable(line)
    }

    /// Returns text fit for a terminal: control characters (C0, DEL, C1) and line separators become U+FFFD. Others that
    /// nobody sees are written as `\u{200B}`.
    package static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isControl($0) || isInvisible($0) }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isControl(scalar) {
                result += "\u{FFFD}"
            } else if isInvisible(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Format characters, blanks that look like others, and fillers.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0xA0: false
        case 0xA0, 0x115F, 0x1160, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x2800, 0x3164, 0xFFA0: true
        default: scalar.properties.generalCategory == .format
        }
    }
}

extension Diagnostic {
    /// Makes the diagnostic of a file that this program trusts and other users can change; nil if only this user and
    /// root can change it. `subject` names the file in the message.
    ///
    /// It is a warning, because the user may trust those others. For root it is an error if more than one of them can
    /// change the file. Blocks.
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
