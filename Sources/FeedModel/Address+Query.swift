extension Address {
    /// Percent-encodes `text` as one path segment or one part of a query. Unreserved characters stay (RFC 3986 §2.3).
    public static func encoded(component text: String) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if PercentCoding.isUnreserved(byte) { output.append(byte) } else { PercentCoding.append(byte, to: &output) }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Decodes the `%XX` in a part of a query. A `+` becomes a blank, as in HTML forms.
    public static func decoded(component text: Substring) -> String { AddressParts.decodedForm(text.utf8) }

    /// Returns a query of names and values, in order: `q=swift%20linux&hl=ja`.
    public static func query(_ items: KeyValuePairs<String, String>) -> String {
        items.map { "\(encoded(component: $0.key))=\(encoded(component: $0.value))" }.joined(separator: "&")
    }
}

extension AddressParts {
    /// Returns the decoded value of the first query item called `name`, or nil. A `+` becomes a blank.
    public func queryValue(_ name: String) -> String? {
        for item in (query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            let key = item.prefix { $0 != UInt8(ascii: "=") }
            if Self.decodedForm(key) == name { return Self.decodedForm(item.dropFirst(key.count + 1)) }
        }
        return nil
    }

    /// The user name before the `@`, percent-decoded, or nil.
    public var user: String? { credentials.map { String(decoding: PercentCoding.decoded($0[0]), as: UTF8.self) } }

    /// The password before the `@`, percent-decoded, or nil.
    public var password: String? {
        credentials.flatMap { $0.count > 1 ? String(decoding: PercentCoding.decoded($0[1]), as: UTF8.self) : nil }
    }

    /// The user name, and the password if there is a colon.
    private var credentials: [Substring.UTF8View]? {
        userInfo?.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    }

    fileprivate static func decodedForm(_ bytes: Substring.UTF8View) -> String {
        let blank = UInt8(ascii: " ")
        let spaced = bytes.map { $0 == UInt8(ascii: "+") ? blank : $0 }
        return String(decoding: PercentCoding.decoded(spaced), as: UTF8.self)
    }

    /// The path's non-empty segments, percent-decoded. An encoded slash (`%2F`) becomes a slash inside its segment.
    public var pathSegments: [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map {
            String(decoding: PercentCoding.decoded($0), as: UTF8.self)
        }
    }
}
