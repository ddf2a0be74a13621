import FeedModel
import FeedStages
import Glibc

/// Proxies as the environment names them, by the rules of curl(1): `http_proxy` in lower case alone, since a CGI's
/// `HTTP_PROXY` is the client's (httpoxy), the others in either case.
public struct ProxySettings: Sendable {
    private let http: String?
    private let https: String?
    private let exceptions: [String]

    /// No proxy for anything.
    public static let none = ProxySettings(environment: [:])

    /// Reads `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
    public init(environment: [String: String]) {
        func value(_ names: String...) -> String? { names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }
        let all = value("all_proxy", "ALL_PROXY")
        http = value("http_proxy") ?? all
        https = value("https_proxy", "HTTPS_PROXY") ?? all
        let list = value("no_proxy", "NO_PROXY") ?? ""
        exceptions = list.lowercased().utf8.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether there is any proxy.
    var isEmpty: Bool { http == nil && https == nil }

    /// The proxy for an address, or nil if it is to be reached directly.
    func proxy(for parts: AddressParts) -> String? {
        guard let proxy = parts.scheme == "https" ? https : http, let host = parts.host else { return nil }
        let name = host.first == "[" ? String(host.dropFirst().dropLast()) : host
        return exceptions.contains { Self.covers($0, name) } ? nil : proxy
    }

    private static func covers(_ exception: String, _ host: String) -> Bool {
        if exception == "*" { return true }
        if exception.contains("/"), let range = AddressRange(exception), let address = IPAddress(host) {
            return range.contains(address, port: 0)
        }
        let domain = exception.first == "." ? String(exception.dropFirst()) : exception
        return host == domain || host.hasSuffix("." + domain)
    }
}
