/// Judges the names of classes.
enum ElementClass {
    /// Whether a name may be the same for all entries of a list and at the next fetch. A name with a number
    /// (`post-812`) and one for a state (`odd`) are not.
    static func isSteady(_ name: String) -> Bool {
        !states.contains(name.lowercased()) && !name.utf8.contains { (0x30...0x39).contains($0) }
    }

    private static let states: Set<String> = [
        "odd", "even", "first", "last", "active", "current", "selected", "new", "open", "closed", "read", "unread",
        "visited", "alt", "left", "right", "hidden", "lazy", "lazyload", "loaded", "clearfix",
    ]

    /// The cost of a name in a selector: the less meaning, the higher. Nil if the name would need escapes.
    static func cost(_ name: String) -> Int? {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard isPlain, let first = name.utf8.first, first > 0x39, name.utf8.count <= longest else { return nil }
        if isMadeUp(name) { return 12 }
        if !isSteady(name) { return 4 }
        if looks.contains(name) || looks.contains(String(name.prefix { $0 != "-" })) { return 3 }
        return 1
    }

    private static let longest = 60

    /// Names of classes that describe looks, as in CSS frameworks.
    private static let looks: Set<String> = [
        "grid", "flex", "block", "inline", "container", "row", "col", "text", "font", "bg", "mx", "my", "mb", "mt",
        "px", "py",
        "pt", "pb", "p", "m", "w", "h", "gap", "space", "border", "rounded", "shadow", "wrap", "wrapper", "inner",
        "clear",
    ]

    /// Whether a program made the name: `css-1x2y3z`, `sc-bdVaJa`, `title_a1B2c`.
    static func isMadeUp(_ name: String) -> Bool {
        if ["css-", "sc-", "jsx-", "jss", "svelte-", "emotion-", "styled-"].contains(where: name.hasPrefix) {
            return true
        }
        // CSS modules: the file's name and a hash of its contents.
        if name.contains("module__") { return true }
        return name.split { $0 == "-" || $0 == "_" }.contains { part in
            guard part.utf8.count >= 5 else { return false }
            // Letters and digits change twice, or upper and lower case change more often than in words.
            return changes(in: part) { (0x30...0x39).contains($0) } >= 2
                || part.utf8.count <= 8 && changes(in: part) { (0x41...0x5A).contains($0) } >= 3
        }
    }

    private static func changes(in part: Substring, _ kind: (UInt8) -> Bool) -> Int {
        zip(part.utf8, part.utf8.dropFirst()).count { kind($0) != kind($1) }
    }

    /// Returns the words of a name: `globalNav`, `l-sidebar` and `mega__list` have two each.
    static func words(_ name: String) -> [String] {
        var words: [String] = []
        var word = ""
        for scalar in name.unicodeScalars {
            let isCapital = ("A"..."Z").contains(scalar)
            let isLetter = isCapital || ("a"..."z").contains(scalar)
            if !isLetter || isCapital && word.unicodeScalars.last.map({ ("a"..."z").contains($0) }) == true {
                if !word.isEmpty { words.append(word.lowercased()) }
                word = ""
            }
            if isLetter { word.unicodeScalars.append(scalar) }
        }
        if !word.isEmpty { words.append(word.lowercased()) }
        return words
    }
}
