/// The parts of an absolute address (RFC 3986 §3), each as it stands there unless said otherwise.
public struct AddressParts: Sendable, Hashable {
    /// Lower case, without the colon.
    public var scheme: String
    /// User name and password before the `@`, or nil.
    public var userInfo: String?
    /// Lower case; an IPv6 address keeps its brackets; non-ASCII names stay as they are. Nil without `//`.
    public var host: String?
    /// 0...65535, nil if the address names none.
    public var port: Int?
    /// Empty, or from its first slash on; of an address like `mailto:` all that follows the colon.
    public var path: String
    /// Without the question mark, or nil.
    public var query: String?
    /// Without the number sign, or nil.
    public var fragment: String?

    /// Makes an address of parts that are taken as they are.
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

    /// The whole address without the query items whose name, percent-decoded, `isUnwanted` accepts.
    ///
    /// The other items stay as they are and in order; a query that becomes empty goes with its question mark.
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
