public import FeedMessages

/// A number of bytes as an option, such as `16MiB`.
public struct ByteSize: ConfigValue, Hashable, Comparable {
    /// The number of bytes, at least 0.
    public var bytes: Int

    /// Makes a size.
    public init(bytes: Int) { self.bytes = bytes }

    /// Whether `left` has fewer bytes.
    public static func < (left: ByteSize, right: ByteSize) -> Bool { left.bytes < right.bytes }

    /// A number with its unit.
    public static var typeName: LocalizedText { .message("type.size") }
    /// What is accepted.
    public static var schema: ValueSchema { .pattern("^[0-9]+([KMG]iB|[kKMG]?B)$") }
    /// 0 bytes.
    public static var placeholder: ByteSize { ByteSize(bytes: 0) }

    private static let units: [(name: String, bytes: Int)] = [
        ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000),
        ("KB", 1000), ("B", 1),
    ]
    private static let limit = 1 << 40

    /// Reads a whole number with a unit: `B`, `kB`, `MB`, `GB`, `KiB`, `MiB`, `GiB`, in any case and with a blank before
    /// it or none; at most 1024GiB.
    public static func read(_ node: Node, in section: ConfigSection) -> ByteSize? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        let digits = String(decoding: text.utf8.prefix { (0x30...0x39).contains($0) }, as: UTF8.self)
        let rest = String(decoding: text.utf8.dropFirst(digits.utf8.count), as: UTF8.self)
        let name = (rest.hasPrefix(" ") ? String(rest.dropFirst()) : rest).lowercased()
        guard !digits.isEmpty, let unit = units.first(where: { $0.name.lowercased() == name }) else {
            let cure: LocalizedText? =
                !digits.isEmpty && name.isEmpty && digits.utf8.count <= 12
                ? .message("config.add_unit_of_size", ["number": .text(digits)]) : nil
            section.reportMismatch(node, expected: typeName, suggestion: cure)
            return nil
        }
        if let number = Int(digits), number <= limit / unit.bytes { return ByteSize(bytes: number * unit.bytes) }
        section.reportMismatch(node, expected: typeName, suggestion: .message("config.at_most", ["limit": "1024GiB"]))
        return nil
    }

    /// The number with the largest binary unit that divides it: `16MiB`.
    public var manualText: String {
        let unit = Self.units.first { bytes >= $0.bytes && bytes % $0.bytes == 0 && $0.name.hasSuffix("iB") }
        return unit.map { "\(bytes / $0.bytes)\($0.name)" } ?? "\(bytes)B"
    }
}
