extension HTTPResponse {
    /// Returns the address that a `Link` field gives for a relation such as `next`, as written, or nil.
    public func link(to relation: String) -> String? {
        headers.lazy.filter { $0.name == "link" }.compactMap { LinkField.target(of: relation, in: $0.value) }.first
    }
}

/// The field `Link`, which names resources related to a document (RFC 8288 §3).
private enum LinkField {
    /// Returns the address for a relation, or nil.
    static func target(of relation: String, in field: String) -> String? {
        var rest = field.utf8[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            let target = rest[open...].dropFirst().prefix { $0 != UInt8(ascii: ">") }
            rest = rest[target.endIndex...].dropFirst()
            let parameters = rest.prefix { $0 != UInt8(ascii: "<") }
            rest = rest[parameters.endIndex...]
            if isRelation(relation, in: parameters) { return String(decoding: target, as: UTF8.self) }
        }
        return nil
    }

    private static func isRelation(_ relation: String, in parameters: Substring.UTF8View) -> Bool {
        parameters.split { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }.contains { parameter in
            let text = String(
                decoding: parameter.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\"") }, as: UTF8.self)
            return text.lowercased() == "rel=\(relation)"
        }
    }
}
