/// Payloads of messages that were stored a moment ago, so that those that go out at once need not be read again. They are
/// the stored bytes; whatever is not here is read from the database.
struct FreshPayloads {
    /// The most bytes that are kept.
    private static let mostBytes = 4 << 20

    private var payloads: [Int64: [UInt8]] = [:]
    private var byteCount = 0

    /// Adds the payload of a message, if there is room.
    mutating func add(_ payload: [UInt8], of message: Int64) {
        guard byteCount + payload.count <= Self.mostBytes, payloads[message] == nil else { return }
        payloads[message] = payload
        byteCount += payload.count
    }

    /// Removes and returns the payload of a message; nil if it is not here.
    mutating func take(_ message: Int64) -> [UInt8]? {
        guard let payload = payloads.removeValue(forKey: message) else { return nil }
        byteCount -= payload.count
        return payload
    }
}
