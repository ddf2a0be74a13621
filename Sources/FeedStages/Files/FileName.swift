import FeedModel

/// Names of files that are made of texts of others.
public enum FileName {
    /// Returns a text as one name of at most `limit` bytes, cut between two characters; empty if nothing is left of it.
    ///
    /// The name is composed (NFC). It has no control characters, no signs with a meaning in paths, in links between notes
    /// or on other systems, no dot or hyphen at its start, and is no name that Windows reserves.
    public static func made(of text: String, limit: Int) -> String {
        var name = ""
        for scalar in Composition.composed(text).unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: append(" ", to: &name)
            case .format: continue
            case .privateUse, .unassigned, .surrogate: append("-", to: &name)
            case _ where meaningful.contains(scalar): append("-", to: &name)
            default: name.unicodeScalars.append(scalar)
            }
        }
        name = trimmed(name)
        if isReserved(name) { name = "_" + name }
        guard name.utf8.count > limit else { return name }
        var length = 0
        let kept = name.prefix {
            length += $0.utf8.count
            return length <= limit
        }
        return trimmed(String(kept))
    }

    /// Appends a space or a hyphen, unless the name ends with one.
    private static func append(_ gap: Character, to name: inout String) {
        if let last = name.last, last != " ", last != "-" { name.append(gap) }
    }

    private static func trimmed(_ name: String) -> String {
        // A mark upon a dot leaves the name hidden.
        let start = String(name.unicodeScalars.drop { " .-~".unicodeScalars.contains($0) || isMark($0) })
        return String(start.reversed().drop { " .-".contains($0) }.reversed())
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }

    /// Names of devices on Windows, with any extension.
    private static func isReserved(_ name: String) -> Bool {
        let stem = name.prefix { $0 != "." }.uppercased()
        if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
        return stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT")) && stem.last?.isNumber == true
    }

    /// Separators of paths, signs that other systems refuse, and those with a meaning in links between notes.
    private static let meaningful = Set(#"/\:*?"<>|#^[]"#.unicodeScalars)
}
