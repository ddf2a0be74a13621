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
}
