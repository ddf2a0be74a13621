import FeedConfiguration
import FeedJSON

/// The mistakes of a configuration for programs.
enum DiagnosticJSON {
    /// An array, in the file's order.
    static func document(_ diagnostics: [Diagnostic]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for diagnostic in diagnostics {
            writer.beginObject()
            writer.member("file", diagnostic.place.file)
            writer.member("line", diagnostic.place.line)
            writer.member("column", diagnostic.place.column)
            writer.member("severity", diagnostic.severity == .error ? "error" : "warning")
            writer.member("message", diagnostic.message)
            writer.member("suggestion", diagnostic.suggestion)
            writer.endObject()
        }
        writer.endArray()
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}
