public import FeedMessages

/// A number of times in a span of time, as an option: `60/h`.
public struct Rate: ConfigValue, Hashable {
    /// The number of times, at least 1.
    public var count: Int
    /// The span of time.
    public var span: Duration

    /// Makes a rate.
    public init(count: Int, per span: Duration) {
        self.count = count
        self.span = span
    }

    /// A number in a unit of time.
    public static var typeName: LocalizedText { .message("type.rate") }
    /// What is accepted.
    public static var schema: ValueSchema { .pattern("^0*[1-9][0-9]*/[smhd]$") }
    /// Once per second.
    public static var placeholder: Rate { Rate(count: 1, per: .seconds(1)) }

    private static let units: [(name: String, seconds: Int)] = [("s", 1), ("m", 60), ("h", 3600), ("d", 86_400)]

    /// Reads a number from 1 to 1,000,000, a slash, and `s`, `m`, `h` or `d`, or a word for it such as `hour`.
    public static func read(_ node: Node, in section: ConfigSection) -> Rate? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].allSatisfy({ (0x30...0x39).contains($0) }),
            let count = Int(String(decoding: parts[0], as: UTF8.self)), (1...1_000_000).contains(count),
            let span = DurationText.unit(named: String(decoding: parts[1], as: UTF8.self)),
            units.contains(where: { .seconds($0.seconds) == span })
        else {
            section.reportMismatch(node, expected: typeName)
            return nil
        }
        return Rate(count: count, per: span)
    }

    /// The rate as in a configuration.
    public var manualText: String {
        let unit = Self.units.first { .seconds($0.seconds) == span }
        return "\(count)/\(unit?.name ?? span.manualText)"
    }
}
