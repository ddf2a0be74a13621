import FeedConfiguration
import FeedMessages
import FeedModel
import FeedStages

/// Turns a stage's request into exchanges: sets the header fields, follows redirects, and returns the last response.
/// Redirects follow our own rules, because libcurl would forward configured header fields to other origins.
struct Redirects: Sendable {
    /// The most redirects that are followed; one more is an error.
    static let most = 5

    private let exchanger: any Exchanger
    private let userAgent: String
    private let clock: any WallClock
    /// Whether a missing secret is an error; a replay works without secrets.
    private let sendsSecrets: Bool
    private let secrets: SecretMask

    init(
        over exchanger: any Exchanger, userAgent: String, clock: any WallClock, masking secrets: SecretMask,
        sendsSecrets: Bool = true
    ) {
        self.sendsSecrets = sendsSecrets
        self.secrets = secrets
        self.exchanger = exchanger
        self.userAgent = userAgent
        self.clock = clock
    }

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        var hop = try Hop(request, known: secrets, sendsSecrets: sendsSecrets)
        var redirects: [(status: Int, url: String)] = []
        var bytes = 0
        var limits = request.policy
        while true {
            let shownURL = hop.shownURL
            let exchange = ExchangeRequest(
                method: hop.method, url: hop.url, maskedURL: hop.maskedURL,
                headers: try fields(of: request, for: hop, at: shownURL), body: hop.body, limits: limits,
                wholeTimeout: request.policy.timeout,
                answerPrefix: request.answerPrefix, host: hop.host, server: hop.server,
                redirectedBy: hop.redirectedBy, gate: request.gate)
            let answer = try await exchanger.exchange(exchange)
            bytes += answer.bytesReceived
            // Of several `Location` fields the first one counts.
            guard request.followsRedirects, Hop.isRedirect(answer.status), let location = answer.header("location"),
                !location.isEmpty
            else {
                var response = HTTPResponse(
                    status: answer.status, headers: answer.headers, body: answer.body, finalURL: shownURL,
                    redirects: redirects, bytesReceived: bytes, requests: redirects.count + 1, receivedAt: clock.now)
                response.lease = answer.lease
                return response
            }
            guard redirects.count < Self.most else {
                throw StageError(
                    .tooManyRedirects, subject: request.subject, facts: [.limit: String(Self.most)])
            }
            hop = try hop.following(location, status: answer.status, fromInside: answer.isFromInside)
            redirects.append((answer.status, hop.shownURL))
            request.gate?.redirected(answer.status, to: hop.shownURL, as: hop.method)
            if let refusal = await request.gate?.refusal(redirectingTo: hop.host, at: hop.server) { throw refusal }
            limits.timeout = max(.milliseconds(1), limits.timeout - answer.duration)
        }
    }

    /// Fields that would change where the message goes or where it ends.
    private static let refusedFields = ["host", "content-length", "transfer-encoding", "connection"]

    /// The header fields of a hop. The configured fields are sent while all hops stay at the configured origin;
    /// `User-Agent`, `Accept-Encoding` and the validators of this address always. Throws `.credentialEmpty` and
    /// `.badRequest`.
    private func fields(
        of request: HTTPRequest, for hop: Hop, at shownURL: String
    ) throws(StageError) -> [HTTPField] {
        var fields = [
            HTTPField("User-Agent", request.policy.userAgent ?? userAgent),
            HTTPField("Accept-Encoding", BodyCoding.accepted),
        ]
        func set(_ field: HTTPField) {
            guard !Self.refusedFields.contains(where: field.isCalled) else { return }
            if let old = fields.firstIndex(where: { $0.isCalled(field.name) }) { fields.remove(at: old) }
            fields.append(field)
        }
        if hop.hasStayedAtOrigin { for field in request.headers + request.policy.headers { set(field) } }
        if let validators = request.validators, validators.url == shownURL {
            if let etag = validators.etag { set(HTTPField("If-None-Match", etag)) }
            if let lastModified = validators.lastModified { set(HTTPField("If-Modified-Since", lastModified)) }
        }
        for field in fields {
            if sendsSecrets, field.value.isMissing {
                throw StageError(.credentialEmpty, subject: request.subject, facts: [.option: field.value.mask])
            }
            guard HeaderValue.isSendable(name: field.name), HeaderValue.isSendable(field.value.reveal()) else {
                throw StageError(
                    .badRequest, subject: request.subject,
                    phrases: [.found: .message("transport.bad_header", ["name": .text(field.name)])])
            }
        }
        return fields
    }
}

extension HTTPField {
    /// Whether the field has a name, in upper or lower case.
    fileprivate func isCalled(_ name: String) -> Bool {
        self.name.utf8.count == name.utf8.count && self.name.lowercased() == name.lowercased()
    }
}

extension HTTPRequest {
    /// The request's address without secrets.
    var subject: String { Masking(of: self).maskedURL(url.reveal(), isConfigured: true) }
}
