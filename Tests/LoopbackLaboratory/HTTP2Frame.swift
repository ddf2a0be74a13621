/// A frame as it goes over the wire (RFC 9113 §4.1): well-formed or not, as a test wants it.
public struct HTTP2Frame: Sendable {
    /// Its bytes, head and all.
    public let bytes: [UInt8]

    /// Makes a frame of any kind.
    public init(type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, payload: [UInt8] = []) {
        let length = payload.count
        bytes =
            [UInt8(truncatingIfNeeded: length >> 16), UInt8(truncatingIfNeeded: length >> 8)]
            + [UInt8(truncatingIfNeeded: length), type, flags] + Self.bigEndian(stream) + payload
    }

    /// A piece of a body.
    public static func data(_ bytes: [UInt8], on stream: UInt32, isLast: Bool = false) -> HTTP2Frame {
        HTTP2Frame(type: 0, flags: isLast ? 1 : 0, stream: stream, payload: bytes)
    }

    /// Header fields, `:status` among them, whole in one frame.
    public static func headers(
        _ fields: [(String, String)], on stream: UInt32, isLast: Bool = false
    ) -> HTTP2Frame {
        headers(block: fields.flatMap { literal($0.0, $0.1) }, on: stream, isLast: isLast)
    }

    /// Header fields that are packed already (RFC 7541).
    public static func headers(block: [UInt8], on stream: UInt32, isLast: Bool = false) -> HTTP2Frame {
        HTTP2Frame(type: 1, flags: isLast ? 5 : 4, stream: stream, payload: block)
    }

    /// Ends one stream; error codes as in RFC 9113 §7.
    public static func resetStream(_ stream: UInt32, code: UInt32) -> HTTP2Frame {
        HTTP2Frame(type: 3, stream: stream, payload: bigEndian(code))
    }

    /// What the server wishes (RFC 9113 §6.5.2).
    public static func settings(_ wishes: [(UInt16, UInt32)]) -> HTTP2Frame {
        HTTP2Frame(
            type: 4,
            payload: wishes.flatMap { [UInt8($0.0 >> 8), UInt8(truncatingIfNeeded: $0.0)] + bigEndian($0.1) })
    }

    /// Takes note of the client's settings.
    static let settingsTaken = HTTP2Frame(type: 4, flags: 1)

    /// Asks for a sign of life.
    public static let ping = HTTP2Frame(type: 6, payload: [UInt8](repeating: 0, count: 8))

    /// Ends the connection after the stream `last`.
    public static func goAway(last: UInt32, code: UInt32) -> HTTP2Frame {
        HTTP2Frame(type: 7, payload: bigEndian(last) + bigEndian(code))
    }

    /// A field that is spelled out and remembered by neither side, or by both (RFC 7541 §6.2).
    public static func literal(_ name: String, _ value: String, isRemembered: Bool = false) -> [UInt8] {
        [isRemembered ? 0x40 : 0] + length(name.utf8.count) + Array(name.utf8) + length(value.utf8.count)
            + Array(value.utf8)
    }

    /// RFC 7541 §5.1, with seven bits in the first byte.
    private static func length(_ value: Int) -> [UInt8] {
        guard value >= 127 else { return [UInt8(truncatingIfNeeded: value)] }
        var bytes: [UInt8] = [127]
        var rest = value - 127
        while rest >= 128 {
            bytes.append(UInt8(truncatingIfNeeded: rest & 127 | 128))
            rest >>= 7
        }
        return bytes + [UInt8(truncatingIfNeeded: rest)]
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
