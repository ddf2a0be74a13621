/// Refuses addresses whose scheme would execute something on a click.
enum SafeScheme {
    private static let refused = ["javascript:", "vbscript:", "data:", "livescript:", "mocha:", "jscript:"]

    static func allows(_ address: String) -> Bool {
        let start = address.utf8.prefix(12).map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        return !refused.contains { start.starts(with: $0.utf8) }
    }
}
