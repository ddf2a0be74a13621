import FeedJSON
import FeedModel

/// Writes a plugin's own values as JSON. The reader must know their types.
enum ExtrasJSON {
    /// Writes `extras`, sorted by name, or nothing if there are none.
    static func write(_ extras: [String: Extra], into writer: inout JSONWriter) {
        guard !extras.isEmpty else { return }
        writer.name("extras")
        writer.beginObject()
        for extra in extras.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            writer.name(extra.key)
            switch extra.value {
            case .text(let text), .address(let text): writer.value(text)
            case .number(let number): writer.value(number)
            case .flag(let flag): writer.value(flag)
            }
        }
        writer.endObject()
    }
}
