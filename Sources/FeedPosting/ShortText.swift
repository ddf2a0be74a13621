// Services count what they allow in UTF-16 units or code points; the former are never fewer.

extension String {
    /// How long the text is, in UTF-16 units.
    public var units: Int { utf16.count }

    /// The beginning of the text, at most so many UTF-16 units long, with an ellipsis if something is missing.
    public func cut(units most: Int) -> String {
        guard utf16.count > most else { return self }
        var used = 0
        var end = unicodeScalars.startIndex
        for index in unicodeScalars.indices {
            used += UTF16.width(unicodeScalars[index])
            guard used < most else { break }
            end = unicodeScalars.index(after: index)
        }
        return most > 0 ? self[..<end] + "…" : ""
    }
}
