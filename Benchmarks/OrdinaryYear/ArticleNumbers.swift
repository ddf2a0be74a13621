/// The numbers of the articles that stand in a file of whatever format: each title has a star and the number behind it.
enum ArticleNumbers {
    private static let star = Array("☆".utf8)

    static func found(in bytes: some Collection<UInt8>) -> [Int] {
        var found: [Int] = []
        // How much of the star was there.
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
