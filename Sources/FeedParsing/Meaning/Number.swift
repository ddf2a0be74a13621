/// Numbers as feeds write them.
enum Number {
    /// A whole number not below zero that fits, with nothing around it but blanks.
    static func whole(_ text: String) -> Int? {
        let digits = text.utf8.filter { $0 > 0x20 && $0 != UInt8(ascii: ",") }
        guard !digits.isEmpty, digits.count <= 18, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Seconds of `3600`, `59:59` or `1:02:03`, with a fraction that is cut off.
    static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count <= 3 else { return nil }
        var total = 0
        for part in parts {
            let head = part.split(separator: ".", maxSplits: 1).first.map(String.init) ?? "0"
            guard let number = whole(head), number < 1_000_000_000 else { return nil }
            total = total * 60 + number
        }
        return total
    }
}
