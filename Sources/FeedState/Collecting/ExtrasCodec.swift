import FeedJSON
import FeedModel

/// Writes a plugin's own values with their types beside them and reads them back.
enum ExtrasCodec {
    static func write(_ extras: [String: Extra], to writer: inout JSONWriter) {
        guard !extras.isEmpty else { return }
        writer.name("extras")
        writer.beginObject()
        for extra in extras.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            writer.name(extra.key)
            writer.beginObject()
            switch extra.value {
            case .text(let text): writer.member("text", text)
            case .number(let number):
                writer.name("number")
                writer.value(number)
            case .flag(let flag): writer.member("flag", flag)
            case .address(let address): writer.member("address", address)
            }
            writer.endObject()
        }
        writer.endObject()
    }

    static func read(_ json: JSONValue?) -> [String: Extra] {
        var extras: [String: Extra] = [:]
        for member in json?.object?.members ?? [] { extras[member.name] = value(member.value) }
        return extras
    }

    private static func value(_ json: JSONValue) -> Extra? {
        if let text = json["text"]?.string { return .text(text) }
        if case .number(let digits)? = json["number"], let number = Double(digits) { return .number(number) }
        if let flag = json["flag"]?.bool { return .flag(flag) }
        return json["address"]?.string.map(Extra.address)
    }
}
