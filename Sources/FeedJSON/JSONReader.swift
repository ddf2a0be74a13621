/// Reads JSON (RFC 8259) from hostile bytes: depth ≤ 128, no recursion over it, lone surrogates become U+FFFD.
public enum JSONReader {
    /// Deepest nesting of arrays and objects.
    public static let deepest = 128
    /// Longest number, in bytes.
    public static let longestNumber = 1_024

    /// Reads one value, white space and a byte order mark around it allowed.
    ///
    /// Invalid UTF-8 is repaired with U+FFFD and raw controls in strings are kept, since feeds have both. Refused are
    /// all other departures from the grammar (`NaN`, commas before a bracket, comments) and more values than memory
    /// should be spent on: two millions, or one in twelve bytes of a longer document.
    public static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in try read(buffer) }
    }

    /// Reads one value from borrowed bytes. `isValidUTF8`: the caller has already checked that they are UTF-8.
    public static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, isValidUTF8: Bool = false
    ) throws(JSONError) -> JSONValue {
        var builder = builder(bytes, isValidUTF8)
        return try builder.document()
    }

    /// The same for documents of others: arrays and objects nested deeper than `deepest` become null, and their number
    /// is told; nothing else of the document is lost.
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
