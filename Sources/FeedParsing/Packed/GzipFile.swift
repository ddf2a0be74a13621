import FeedModel

extension Repair {
    /// A gzip file was sent without a `Content-Encoding`.
    static let unlabelledGzip = Repair(code: "unlabelled_gzip")
}

/// Decompresses documents that are gzip files without a `Content-Encoding`: saved as they were transferred, or
/// compressed twice by a server.
public enum GzipFile {
    /// Decompressed bytes, at most (16 MiB): the default of a body's limit.
    private static let longest = 16 << 20
    /// Members without content, at most. A joined file has several members.
    private static let mostEmptyMembers = 1000

    /// Whether bytes begin like a gzip file.
    public static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B, 0x08]) }

    /// The content of a gzip file (RFC 1952), at most 16 MiB; junk behind it is ignored. Nil if the file is damaged or
    /// larger.
    public static func content(of bytes: [UInt8]) -> [UInt8]? {
        guard isOne(bytes) else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            var content: [UInt8] = []
            var (position, emptyMembers) = (0, 0)
            while let start = memberContent(bytes, at: position) {
                var member = Inflate(bytes, at: start, limit: longest - content.count)
                guard (try? member.run()) != nil, isWhole(member, bytes) else { return nil }
                if member.output.isEmpty { emptyMembers += 1 }
                guard emptyMembers <= mostEmptyMembers else { return nil }
                content += member.output
                position = member.position + 8
            }
            return position > 0 ? content : nil
        }
    }

    /// The position of the compressed data in the member at `start`; nil if there is no member.
    private static func memberContent(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        guard start + 18 <= bytes.count, bytes[start] == 0x1F, bytes[start + 1] == 0x8B, bytes[start + 2] == 8 else {
            return nil
        }
        let flags = bytes[start + 3]
        var position = start + 10
        if flags & 4 != 0 {
            position += 2 + Int(bytes[position]) + Int(bytes[position + 1]) << 8
        }
        // The file name and the comment end with a zero byte each.
        for flag in [UInt8(8), 16] where flags & flag != 0 {
            guard position < bytes.count, let end = bytes[position...].firstIndex(of: 0) else { return nil }
            position = end + 1
        }
        if flags & 2 != 0 { position += 2 }
        return position < bytes.count ? position : nil
    }

    /// Whether the checksum and length behind a member match its content.
    private static func isWhole(_ member: Inflate, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard member.position + 8 <= bytes.count else { return false }
        func number(at place: Int) -> UInt32 {
            (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
        }
        return number(at: member.position) == checksum(member.output)
            && number(at: member.position + 4) == UInt32(truncatingIfNeeded: member.output.count)
    }

    /// CRC-32 (RFC 1952 §8).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }
}
