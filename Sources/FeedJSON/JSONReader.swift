/// Reads JSON (RFC 8259) from untrusted bytes without recursion. Lone surrogates become U+FFFD.
public enum JSONReader {
    /// Levels of nested arrays and objects, at most.
    public static let deepest = 128
    /// Bytes of a number, at most.
    public static let longestNumber = 1_024

    /// Reads one value; white space and a byte order mark around it are allowed.
    ///
    /// Invalid UTF-8 becomes U+FFFD, and raw controls in strings are kept, because feeds have both.
    /// - Throws: `JSONError` for all other errors of grammar (`NaN`, trailing commas, comments), for deeper nesting,
    ///   longer numbers, and more values than 2,000,000 or one per 12 bytes, whichever is more.
    public static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in try read(buffer) }
    }

    /// Like `read` for borrowed bytes. `isValidUTF8` skips the check of UTF-8, so the caller must have made it.
    public static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, isValidUTF8: Bool = false
    ) throws(JSONError) -> JSONValue {
        var builder = builder(bytes, isValidUTF8)
        return try builder.document()
    }

    /// Like `read`, but arrays and objects deeper than `deepest` become null. `cut` is their number.
    public static func readCutting(
        _ bytes: UnsafeBufferPointer<UInt8>, isValidUTF8: Bool = false
    ) throws(JSONError) -> (value: JSONValue, cut: Int) {
        var builder = builder(bytes, isValidUTF8)
        builder.cutsDepth = true
        let value = try builder.document()
        return (value, builder.cut)
    }

    private static func builder(_ bytes: UnsafeBufferPointer<UInt8>, _ isValidUTF8: Bool) -> JSONBuilder {
        JSONBuilder(
            scanner: JSONScanner(bytes, isValidUTF8: isValidUTF8), mostValues: max(2_000_000, bytes.count / 12))
    }
}
