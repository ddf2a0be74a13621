import FeedRendering

extension DisplayWidth {
    /// `text` within `columns`, its end replaced by "…" if it does not fit.
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

    /// `text` within `columns`, its beginning replaced by "…" if it does not fit.
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

    /// `text` followed by as many spaces as `columns` want.
    static func pad(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - of(text)))
    }
}
