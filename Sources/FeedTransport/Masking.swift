import FeedConfiguration
import FeedModel
import FeedStages

/// Removes the secrets of a request from addresses and texts.
struct Masking: Sendable {
    private let secrets: SecretMask
    /// Every secret of the configuration: some are only a part of a header field or of an address.
    private let known: SecretMask
    private let configuredURL: Secret

    init(of request: HTTPRequest, known: SecretMask = SecretMask([])) {
        self.known = known
        configuredURL = request.url
        let fields = (request.headers + request.policy.headers).map(\.value)
        secrets = SecretMask(
            ([request.url] + fields).filter { $0.mask != $0.reveal() }, shortest: SecretMask.shortestInAnswers)
    }

    /// The text with each secret replaced by its option's path.
    func masked(_ text: String, ofAtLeast length: Int = 1) -> String {
        known.masked(secrets.masked(text, ofAtLeast: length), ofAtLeast: length)
    }

    /// The address for recordings and errors: `{sinks.hook.url}` if the whole address is a secret.
    func maskedURL(_ url: String, isConfigured: Bool) -> String {
        if isConfigured, configuredURL.isMissing || configuredURL.mask != configuredURL.reveal() {
            return Address.isHTTP(configuredURL.mask) ? Hop.withoutUserInfo(configuredURL.mask) : configuredURL.mask
        }
        return masked(Hop.withoutUserInfo(url), ofAtLeast: isConfigured ? SecretMask.shortestInAddresses : 1)
    }

    /// The address for readers of the response, who resolve links against it: always absolute.
    func shownURL(_ url: String, isConfigured: Bool) -> String {
        let masked = maskedURL(url, isConfigured: isConfigured)
        guard !Address.isHTTP(masked), let origin = Address.origin(url) else { return masked }
        return origin + "/" + masked
    }
}
