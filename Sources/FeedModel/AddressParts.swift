/// The parts of an absolute address (RFC 3986 §3), each as written unless stated otherwise.
public struct AddressParts: Sendable, Hashable {
    /// Scheme in lower case, without the colon.
    public var scheme: String
    /// User name and password before the `@`, or nil.
    public var userInfo: String?
    /// Host in lower case, percent-decoded, or nil without `//`. IPv6 keeps its brackets; non-ASCII names stay.
    public var host: String?
    /// Port, 0...65535, or nil if the address has none.
    public var port: Int?
    /// Path from its first slash on, or empty. In an address such as `mailto:` it is the text after the colon.
    public var path: String
    /// Query without the question mark, or nil.
    public var query: String?
    /// Fragment without the number sign, or nil.
    public var fragment: String?

    /// Makes an address of parts, without checking them.
    public init(
        scheme: String, userInfo: String? = nil, host: String? = nil, port: Int? = nil, path: String = "",
        query: String? = nil, fragment: String? = nil
    ) {
        self.scheme = scheme
        self.userInfo = userInfo
        self.host = host
        self.port = port
        self.path = path
        self.query = query
        self.fragment = fragment
    }

    /// The whole address.
    public var address: String {
        var text = scheme + ":"
        if let host {
            text += "//"
            if let userInfo { text += userInfo + "@" }
            text += host
            if let port { text += ":\(port)" }
        }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// Returns the whole address without the query items whose percent-decoded name `isUnwanted` accepts.
    ///
    /// The other items keep their order and spelling. A query that becomes empty loses its question mark.
    public func removingQueryItems(where isUnwanted: (String) -> Bool) -> String {
        guard let query else { return address }
        let items = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let kept = items.filter { item in
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            return !isUnwanted(String(decoding: PercentCoding.decoded(name), as: UTF8.self))
        }
        guard kept.count < items.count else { return address }
        var parts = self
        parts.query = kept.isEmpty ? nil : kept.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "&")
        return parts.address
    }
}
