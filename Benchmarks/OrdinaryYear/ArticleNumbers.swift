/// Finds the numbers of articles in a file of any format: each title ends with a star and the number.
enum ArticleNumbers {
    private static let star = Array("☆".utf8)

    static func found(in bytes: some Collection<UInt8>) -> [Int] {
        var found: [Int] = []
        // How many bytes of the star matched.
        var matched = 0
        var number: Int?
        for byte in bytes {
            if matched == star.count, byte >= 0x30, byte <= 0x39 {
                number = (number ?? 0) * 10 + Int(byte - 0x30)
                continue
            }
            if let number { found.append(number) }
            number = nil
            matched = matched < star.count && byte == star[matched] ? matched + 1 : byte == star[0] ? 1 : 0
        }
        if let number { found.append(number) }
        return found
    }
}
