import FeedJSON
import FeedModel
import FeedStages

/// Encodes the numbers of an entry as a JSON object with sorted names, so that SQL can read a single one.
enum NumbersJSON {
    /// Returns nil if there are none.
    static func encode(_ numbers: [String: Int]) -> String? {
        guard !numbers.isEmpty else { return nil }
        var writer = JSONWriter()
        writer.beginObject()
        for name in numbers.keys.sorted() { writer.member(name, numbers[name]) }
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Throws `.stateDamaged` for a text that is not JSON.
    static func decode(_ text: String?) throws(StageError) -> [String: Int] {
        guard let text else { return [:] }
        var numbers: [String: Int] = [:]
        for member in try read(text).object?.members ?? [] { numbers[member.name] = member.value.int }
        return numbers
    }

    private static func read(_ text: String) throws(StageError) -> JSONValue {
        do {
            return try JSONReader.read(Array(text.utf8))
        } catch {
            throw StageError(.stateDamaged, subject: "entry", explanation: error.reason.text(in: .en))
        }
    }
}
