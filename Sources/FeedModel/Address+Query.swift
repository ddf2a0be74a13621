extension Address {
    /// `text` as one path segment or one part of a query: all but unreserved characters percent-encoded (RFC 3986 §2.3).
    public static func encoded(component text: String) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if PercentCoding.isUnreserved(byte) { output.append(byte) } else { PercentCoding.append(byte, to: &output) }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// A part of a query with its `%XX` decoded; `+` counts as a blank, as in forms.
    public static func decoded(component text: Substring) -> String { AddressParts.decodedForm(text.utf8) }

    /// A query of names and values in order: `q=swift%20linux&hl=ja`.
    public static func query(_ items: KeyValuePairs<String, String>) -> String {
        items.map { "\(encoded(component: $0.key))=\(encoded(component: $0.value))" }.joined(separator: "&")
    }
}

extension AddressParts {
    /// The decoded value of the first query item called `name`, or nil; `+` counts as a blank, as in forms.
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

    /// One or two.
    private var credentials: [Substring.UTF8View]? {
        userInfo?.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    }

    fileprivate static func decodedForm(_ bytes: Substring.UTF8View) -> String {
        let blank = UInt8(ascii: " ")
        let spaced = bytes.map { $0 == UInt8(ascii: "+") ? blank : $0 }
        return String(decoding: PercentCoding.decoded(spaced), as: UTF8.self)
    }

    /// The path's segments, percent-decoded; a slash inside one cannot be told from its neighbours any more.
    public var pathSegments: [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map {
            String(decoding: PercentCoding.decoded($0), as: UTF8.self)
        }
    }
}
