import FeedRendering

extension DisplayWidth {
    /// Returns `text` within `columns`. If it does not fit, "…" replaces its end.
    static func fit(_ text: String, in columns: Int) -> String {
        guard of(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var result = String.UnicodeScalarView()
        var used = 1
        for scalar in text.unicodeScalars {
            used += of(scalar)
            if used > columns { break }
            result.append(scalar)
        }
        return String(result) + "…"
    }

    /// Returns `text` within `columns`. If it does not fit, "…" replaces its beginning.
    static func fitEnd(_ text: String, in columns: Int) -> String {
        guard of(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var result: [Unicode.Scalar] = []
        var used = 1
        for scalar in text.unicodeScalars.reversed() {
            used += of(scalar)
            if used > columns { break }
            result.append(scalar)
        }
        return "…" + String(String.UnicodeScalarView(result.reversed()))
    }

    /// Returns `text` with spaces after it up to `columns`.
    static func pad(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - of(text)))
    }
}
