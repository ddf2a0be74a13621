/// Why bytes are not JSON.
public struct JSONError: Error, Sendable, Hashable {
    /// Offset in bytes.
    public var offset: Int
    /// What was wrong there, a few words.
    public var reason: String

    /// Makes an error.
    public init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
    }
}

/// Reads JSON (RFC 8259) from hostile bytes: depth ≤ 128, no recursion over it, lone surrogates become U+FFFD.
public enum JSONReader {
    /// Reads one value, white space and a byte order mark around it allowed.
    public static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        throw JSONError(offset: 0, reason: "not read yet")
    }
}
