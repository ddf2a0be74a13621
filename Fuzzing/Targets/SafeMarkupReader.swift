/// Checks sanitised markup by the strictest grammar: every tag closed and nested, only known attributes, all text
/// escaped.
///
/// It shares no code with the sanitiser, so that it does not repeat its mistakes.
package enum SafeMarkupReader {
    /// The reason why the markup is not safe, or nil.
    package static func fault(in markup: String) -> String? {
        let bytes = Array(markup.utf8)
        var open: [String] = []
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "<"):
                guard let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else { return "a tag without an end" }
                let tag = String(decoding: bytes[index + 1..<end], as: UTF8.self)
                index = end + 1
                if tag.hasPrefix("/") {
                    guard open.popLast() == String(tag.dropFirst()) else {
                        return "</\(tag.dropFirst())> closes nothing"
                    }
                    continue
                }
                let parts = tag.split(separator: " ", maxSplits: 1)
                guard let name = parts.first, name.utf8.allSatisfy(isNameByte) else { return "a tag \(tag)" }
                guard elements.contains(String(name)) else { return "<\(name)>" }
                if let fault = attributeFault(parts.dropFirst().first ?? "") { return fault }
                if !void.contains(String(name)) { open.append(String(name)) }
                if open.count > 260 { return "too deep" }
            case UInt8(ascii: "&"):
                let rest = bytes[index...]
                guard references.contains(where: { rest.starts(with: $0.utf8) }) else { return "a bare ampersand" }
                index += 1
            case UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): return "a bare delimiter"
            case 0..<0x20 where bytes[index] != 0x09 && bytes[index] != 0x0A: return "a control"
            default: index += 1
            }
        }
        return open.last.map { "<\($0)> is not closed" }
    }

    private static let void: Set<String> = ["br", "hr", "img", "wbr", "col", "source"]
    private static let references = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"]
    private static let elements = Set(
        """
        a abbr acronym address article aside audio b bdi bdo big blockquote br caption center cite code col colgroup dd
        del details dfn dir div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li
        main mark menu nav ol p pre q rp rt ruby s samp section small source span strike strong sub summary sup table
        tbody td tfoot th thead time tr tt u ul var video wbr
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
    private static let known: Set<String> = [
        "href", "rel", "src", "alt", "title", "width", "height", "loading", "decoding", "referrerpolicy", "colspan",
        "rowspan",
        "scope", "span", "cite", "datetime", "lang", "dir", "class", "start", "type", "reversed", "value", "open",
        "poster",
        "border", "controls", "preload",
    ]

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
    }

    private static func attributeFault(_ text: Substring) -> String? {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { return "an attribute without a value" }
            let name = String(decoding: rest[..<equals], as: UTF8.self)
            guard known.contains(name) else { return "the attribute \(name)" }
            guard rest[(equals + 1)...].first == UInt8(ascii: "\""),
                let end = rest[(equals + 2)...].firstIndex(of: UInt8(ascii: "\""))
            else { return "a value without quotes" }
            let value = String(decoding: rest[(equals + 2)..<end], as: UTF8.self)
            if ["href", "src", "cite", "poster"].contains(name) {
                let schemes = name == "href" ? ["http://", "https://", "mailto:"] : ["http://", "https://"]
                // Compared by bytes: a slash and an accent after it are one `Character`.
                func begins(_ start: String) -> Bool { value.utf8.starts(with: start.utf8) }
                let isPicture = name == "src" && begins("data:image/") && !begins("data:image/svg")
                guard isPicture || schemes.contains(where: begins) else { return "the address \(value)" }
            }
            if value.utf8.contains(UInt8(ascii: "<")) { return "a bare < in a value" }
            rest = rest[(end + 1)...]
            if rest.first == 0x20 { rest = rest.dropFirst() }
        }
        return nil
    }
}
