import FeedJSON

/// Converts RSS 2.0 that is written as JSON (scripting.com's `rss.json`) to XML.
enum RSSInJSON {
    /// The same document as XML; nil if the object is no such feed.
    static func xml(of object: JSONObject) -> [UInt8]? {
        guard let rss = object["rss"], rss["channel"]?.object != nil else { return nil }
        var xml: [UInt8] = []
        append("rss", rss, depth: 0, to: &xml)
        return xml
    }

    private static let deepest = 6
    /// Elements that hold other elements. The members of all other objects are attributes.
    private static let holders: Set<String> = ["channel", "item", "image", "textInput"]

    private static func append(_ name: String, _ value: JSONValue, depth: Int, to xml: inout [UInt8]) {
        guard depth < deepest, isName(name) else { return }
        if let elements = value.array {
            for element in elements where element.array == nil { append(name, element, depth: depth, to: &xml) }
            return
        }
        xml.append(UInt8(ascii: "<"))
        xml += name.utf8
        if !holders.contains(name) { appendAttributes(value, to: &xml) }
        xml.append(UInt8(ascii: ">"))
        if let text = text(value["#value"] ?? value) { appendEscaped(text, to: &xml) }
        for member in value.object?.members ?? [] where holders.contains(name) || member.name == "channel" {
            append(member.name, member.value, depth: depth + 1, to: &xml)
        }
        xml += "</".utf8
        xml += name.utf8
        xml.append(UInt8(ascii: ">"))
    }

    private static func appendAttributes(_ value: JSONValue, to xml: inout [UInt8]) {
        for member in value.object?.members ?? [] where isName(member.name) {
            guard let text = text(member.value) else { continue }
            xml.append(UInt8(ascii: " "))
            xml += member.name.utf8
            xml += "=\"".utf8
            appendEscaped(text, to: &xml)
            xml.append(UInt8(ascii: "\""))
        }
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .number(let digits): digits
        case .bool(let flag): flag ? "true" : "false"
        default: nil
        }
    }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, first | 0x20 &- 0x61 < 26, name.utf8.count <= 64 else { return false }
        return name.utf8.allSatisfy { $0 | 0x20 &- 0x61 < 26 || $0 &- 0x30 < 10 || "-_.:".utf8.contains($0) }
    }

    private static func appendEscaped(_ text: String, to xml: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): xml += "&amp;".utf8
            case UInt8(ascii: "<"): xml += "&lt;".utf8
            case UInt8(ascii: ">"): xml += "&gt;".utf8
            case UInt8(ascii: "\""): xml += "&quot;".utf8
            default: xml.append(byte)
            }
        }
    }
}
