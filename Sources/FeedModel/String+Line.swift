extension StringProtocol {
    /// The text on one line. A run of blanks, tabs, line breaks and control characters becomes one blank; those at the
    /// ends are removed. Other spaces, such as the ideographic one inside Japanese titles, stay.
    public var trimmedLine: String {
        var output: [UInt8] = []
        output.reserveCapacity(utf8.count)
        var isPending = false
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0...0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF:
                isPending = !output.isEmpty
            default:
                if isPending { output.append(0x20) }
                isPending = false
                output.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The text on one line, as `trimmedLine`: its beginning with an ellipsis if it has more than `most` characters. A
    /// long text is not read to its end.
    public func line(of most: Int) -> String {
        let beginning = unicodeScalars.prefix(2 * most)
        let line = String(String.UnicodeScalarView(beginning)).trimmedLine.unicodeScalars
        let isWhole = beginning.endIndex == unicodeScalars.endIndex && line.count <= most
        return isWhole ? String(line) : String(line.prefix(most - 1)) + "…"
    }
}
