import FeedConfiguration
import FeedMessages
import FeedModel
import FeedStages

/// The present step of a request: its own address first, then the target of each redirect.
struct Hop {
    private(set) var method: String
    /// The address that is sent: resolved, without a fragment.
    private(set) var url: String
    private(set) var body: [UInt8]?
    /// Whether every step so far was at the configured origin.
    private(set) var hasStayedAtOrigin = true
    /// The host of the public network that redirected here, or nil if the configuration leads here.
    private(set) var redirectedBy: String?
    private var parts: AddressParts
    private var isConfigured = true
    private let masking: Masking

    /// The first hop of a request. Throws `.badRequest`, `.badAddress`, and `.credentialEmpty` if its address needs a
    /// secret that is missing.
    init(_ request: HTTPRequest, known secrets: SecretMask, sendsSecrets: Bool) throws(StageError) {
        masking = Masking(of: request, known: secrets)
        guard ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].contains(request.method) else {
            throw StageError(.badRequest, subject: request.subject, phrases: [.found: .message("transport.bad_method")])
        }
        var given = request.url.reveal()
        if request.url.isMissing {
            guard !sendsSecrets else {
                throw StageError(.credentialEmpty, subject: request.subject, facts: [.option: request.url.mask])
            }
            if !Address.isHTTP(given) { given = "https://masked.invalid/" }
        }
        guard let resolved = Address.resolve(given, against: nil),
            let parts = Address.parts(resolved), Self.isWeb(parts), parts.port != 0
        else { throw StageError(.badAddress, subject: request.subject) }
        method = request.method
        body = request.body
        redirectedBy = request.redirectedBy
        self.parts = parts
        self.parts.fragment = nil
        url = parts.fragment == nil ? resolved : Self.withoutFragment(resolved)
    }

    /// The host in lower case.
    var host: String { parts.host ?? "" }
    /// The server of this step, as gates name it.
    var server: String { parts.server }
    /// The address without secrets, for recordings, errors and comparisons.
    var maskedURL: String { masking.maskedURL(url, isConfigured: isConfigured) }
    /// The address that the reader of the response gets: absolute, without credentials.
    var shownURL: String { masking.shownURL(url, isConfigured: isConfigured) }

    /// Whether a status redirects to another address (RFC 9110 §15.4).
    static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

    /// The hop to which a redirect leads. Throws `.redirectRefused`.
    ///
    /// A redirect by a host that only `network.allow` opens counts as configured (`fromInside`).
    func following(_ location: String, status: Int, fromInside: Bool = false) throws(StageError) -> Hop {
        guard let resolved = Address.resolve(location, against: url), var target = Address.parts(resolved) else {
            throw refusal(location)
        }
        guard Self.isWeb(target) else { throw refusal(target.scheme) }
        if parts.scheme == "https", target.scheme != "https" { throw refusal("https → http") }
        // Below 1024, public HTTP servers only have these ports. Others, such as the mail port, must get no request.
        if let port = target.port, port < 1024, port != 80, port != 443 { throw refusal("port \(port)") }
        let staysHome = hasStayedAtOrigin && Address.origin(resolved) == Address.origin(url)
        target.fragment = nil
        target.userInfo = staysHome ? parts.userInfo : nil
        var next = self
        next.parts = target
        next.isConfigured = false
        next.hasStayedAtOrigin = staysHome
        next.redirectedBy = redirectedBy ?? (fromInside ? nil : host)
        if staysHome, parts.userInfo != nil {
            next.url = target.address
        } else {
            next.url = Self.withoutUserInfo(Self.withoutFragment(resolved))
        }
        if status == 303 || (method == "POST" && status < 303), method != "HEAD" {
            next.method = "GET"
            next.body = nil
        }
        guard next.body == nil || staysHome else { throw refusal(.message("transport.body_elsewhere")) }
        return next
    }

    private func refusal(_ found: String) -> StageError {
        guard found.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            return refusal(.message("transport.control_characters"))
        }
        // Masked first and then cut: a cut could leave the beginning of a secret, which no mask finds.
        let shown = masking.masked(Self.withoutUserInfo(found)).unicodeScalars.prefix(200)
        return StageError(.redirectRefused, subject: maskedURL, facts: [.found: String(shown)])
    }

    private func refusal(_ found: LocalizedText) -> StageError {
        StageError(.redirectRefused, subject: maskedURL, phrases: [.found: found])
    }

    private static func isWeb(_ parts: AddressParts) -> Bool {
        (parts.scheme == "http" || parts.scheme == "https") && parts.host?.isEmpty == false
    }

    private static func withoutFragment(_ url: String) -> String {
        url.utf8.firstIndex(of: UInt8(ascii: "#")).map { String(url[..<$0]) } ?? url
    }

    /// The address without user name and password. If `url` is no valid address, everything between `://` and the last
    /// `@` is removed.
    static func withoutUserInfo(_ url: String) -> String {
        let bytes = url.utf8
        guard bytes.contains(UInt8(ascii: "@")), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8)
        else { return url }
        let start = bytes.index(colon, offsetBy: 3)
        let isAddress = Address.parts(url) != nil
        let authority = bytes[start...].prefix { byte in !isAddress || !"/?#".utf8.contains(byte) }
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return url }
        return String(url[..<start] + url[bytes.index(after: at)...])
    }
}
