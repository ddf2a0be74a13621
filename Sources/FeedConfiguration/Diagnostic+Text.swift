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
