/// Schemes of addresses that may leave a parser: nothing that a click could execute.
enum SafeScheme {
    private static let refused = ["javascript:", "vbscript:", "data:", "livescript:", "mocha:", "jscript:"]

    static func allows(_ address: String) -> Bool {
        let start = address.utf8.prefix(12).map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        return !refused.contains { start.starts(with: $0.utf8) }
    }
}
