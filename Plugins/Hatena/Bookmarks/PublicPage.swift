import FeedModel
import FeedStages
import FeedSystem

/// The addresses that a service may learn: those of public pages, as everybody has them.
enum PublicPage {
    /// Returns the address to ask for, without what only tells a site where its reader came from; nil if it must not or
    /// need not be sent.
    static func address(of url: String, _ services: Services) -> String? {
        guard url.utf8.count <= longest, !hasPlaceholder(url), !services.containsSecret(url) else { return nil }
        let address = TrackingParameters.removed(from: url)
        guard let parts = Address.parts(address), parts.scheme == "http" || parts.scheme == "https",
            parts.userInfo == nil, let host = parts.host, isPublic(host), !useless.contains(host),
            !givesAccess(parts.query)
        else { return nil }
        // A fragment never leaves a browser, and may hold a key. All parts of a page have one count.
        return String(decoding: address.utf8.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
    }

    /// Whether a secret was masked in an address: `{TOKEN}`.
    private static func hasPlaceholder(_ url: String) -> Bool {
        url.utf8.contains(UInt8(ascii: "{")) || url.lowercased().contains("%7b")
    }

    /// Whether an item of the query is a key to what others may not see.
    private static func givesAccess(_ query: String?) -> Bool {
        guard let query, !query.isEmpty else { return false }
        // An address with such an item masked differs from the address.
        let address = "https://example.com/?" + query
        return AddressOption.replacingSecrets(in: address) { _, _ in "" } != address
    }

    /// Whether a host is on the public network, by its spelling.
    private static func isPublic(_ host: String) -> Bool {
        if host.hasPrefix("[") {
            return SpecialPurpose.contains(literal: String(host.dropFirst().dropLast())) == false
        }
        let labels = host.lowercased().split(separator: ".")
        guard let last = labels.last, labels.count > 1 else { return false }
        // A last label that is a number makes an address of any host (WHATWG URL §3.5).
        if last.utf8.first.map({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) ?? true {
            return SpecialPurpose.contains(literal: host) == false
        }
        return !privateSuffixes.contains(String(last)) && !host.hasSuffix(".home.arpa")
    }

    /// Top-level names of private networks: RFC 6761, 6762, 7686, ICANN's `internal`, and what routers use.
    private static let privateSuffixes: Set<String> = [
        "corp", "home", "internal", "intra", "intranet", "invalid", "lan", "local", "localdomain", "localhost", "onion",
        "private", "test",
    ]
    /// Hosts whose addresses only lead on to the page.
    private static let useless: Set<String> = ["news.google.com"]
    private static let longest = 2000
}
