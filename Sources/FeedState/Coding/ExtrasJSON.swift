import FeedJSON
import FeedModel

/// Reads a plugin's own values, which stood with their types beside them.
enum ExtrasJSON {
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
