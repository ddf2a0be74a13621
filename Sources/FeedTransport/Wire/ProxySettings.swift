import FeedModel
import FeedStages
import FeedSystem
import Glibc

/// The proxies of the environment, by the rules of curl(1). `http_proxy` is read in lower case only, because a CGI's
/// client can set `HTTP_PROXY` (httpoxy). The other variables are read in both cases.
package struct ProxySettings: Sendable {
    private let http: Proxy?
    private let https: Proxy?
    private let exceptions: [String]

    /// No proxy for anything.
    package static let none = ProxySettings(environment: [:])

    /// Reads `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
    package init(environment: [String: String]) {
        func value(_ names: String...) -> String? { names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }
        let all = value("all_proxy", "ALL_PROXY")
        http = (value("http_proxy") ?? all).map(Proxy.init)
        https = (value("https_proxy", "HTTPS_PROXY") ?? all).map(Proxy.init)
        let list = value("no_proxy", "NO_PROXY") ?? ""
        exceptions = list.lowercased().utf8.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether no proxy is set.
    var isEmpty: Bool { http == nil && https == nil }

    /// The proxy for an address, or nil if requests go there directly.
    func proxy(for parts: AddressParts) -> Proxy? {
        guard let proxy = parts.scheme == "https" ? https : http, let host = parts.host else { return nil }
        return exceptions.contains { Self.covers($0, host) } ? nil : proxy
    }

    /// Whether an entry of `no_proxy` covers a host, as in libcurl since 7.86: addresses by ranges, names with their
    /// subdomains, without the dots at either end.
    private static func covers(_ exception: String, _ host: String) -> Bool {
        if exception == "*" { return true }
        let bare = host.first == "[" ? String(host.dropFirst().dropLast()) : host
        if let address = IPAddress(bare) {
            return AddressRange(exception)?.contains(address, port: 0) ?? false
        }
        let name = withoutDots(host)
        let domain = withoutDots(exception)
        return !domain.isEmpty && (name == domain || name.hasSuffix("." + domain))
    }

    private static func withoutDots(_ name: String) -> String {
        var name = name.utf8[...]
        while name.last == UInt8(ascii: ".") { name = name.dropLast() }
        if name.first == UInt8(ascii: ".") { name = name.dropFirst() }
        return String(decoding: name, as: UTF8.self)
    }
}
