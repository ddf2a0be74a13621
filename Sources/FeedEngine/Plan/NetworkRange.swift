import FeedConfiguration
import Glibc

/// Addresses that may be reached although they are private: `10.0.0.0/8`, `127.0.0.1/32:8080`, `[fd00::/8]:443`.
struct NetworkRange: ConfigValue {
    let text: String

    static var typeName: String { "a range such as 10.0.0.0/8 or 127.0.0.1/32:8080" }
    static var placeholder: NetworkRange { NetworkRange(text: "127.0.0.1/32") }
    var manualText: String { text }

    static func read(_ node: Node, in section: ConfigSection) -> NetworkRange? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        if isRange(text) { return NetworkRange(text: text) }
        section.reportMismatch(node, expected: typeName)
        return nil
    }

    private static func isRange(_ text: String) -> Bool {
        guard text.utf8.count <= 64 else { return false }
        var range = text[...]
        var port: Substring?
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            range = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return false }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon {
            range = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        if let port, number(port, upTo: 65_535) ?? 0 == 0 { return false }
        let parts = range.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let width = width(of: String(parts[0])) else { return false }
        return parts.count == 1 || number(parts[1], upTo: width) != nil
    }

    /// Bits of an address, or nil if it is none.
    private static func width(of address: String) -> Int? {
        var v4 = in_addr()
        if inet_pton(AF_INET, address, &v4) == 1 { return 32 }
        var v6 = in6_addr()
        return inet_pton(AF_INET6, address, &v6) == 1 ? 128 : nil
    }

    private static func number(_ digits: Substring, upTo limit: Int) -> Int? {
        guard !digits.isEmpty, digits.utf8.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits), number <= limit
        else { return nil }
        return number
    }
}
