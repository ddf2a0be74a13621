public import FeedMessages

extension Secret: ConfigValue {
    /// The place of a secret, never the secret itself.
    public static var typeName: LocalizedText { .message("type.secret") }
    /// True.
    public static var isSecret: Bool { true }
    /// What is accepted.
    public static var schema: ValueSchema { .options(SecretOrigin.specs.0, SecretOrigin.specs.1) }
    /// A secret without a value.
    public static var placeholder: Secret { Secret(nil, mask: "{secret}") }

    /// Reads a map that names one place. With `optional: true` a missing secret is no mistake, and the result is nil.
    public static func read(_ node: Node, in section: ConfigSection) -> Secret? { read(node, in: section, form: .text) }

    static func read(_ node: Node, in section: ConfigSection, form: SecretForm) -> Secret? {
        guard node.map != nil else {
            section.report(  // without what was found: it may be the secret
                .mismatch(typeName, found: node.kind, in: section), at: node.place,
                suggestion: .message("secret.keep_out"))
            return nil
        }
        let origin = SecretOrigin(from: section, form: form)
        return origin.flatMap { $0.resolve(in: section) }
    }

    /// The mask of the secret.
    public var manualText: String { mask }
}

/// A secret that a server has issued and that is sent unchanged: visible ASCII without blanks.
public struct AccessToken: ConfigValue, Hashable {
    /// The token.
    public var secret: Secret

    /// Makes an option of a secret.
    public init(_ secret: Secret) { self.secret = secret }

    /// The place of the token, never the token itself.
    public static var typeName: LocalizedText { Secret.typeName }
    /// True.
    public static var isSecret: Bool { true }
    /// What is accepted.
    public static var schema: ValueSchema { Secret.schema }
    /// A token without a value.
    public static var placeholder: AccessToken { AccessToken(.placeholder) }

    /// Reads a map that names one place, as for any secret.
    public static func read(_ node: Node, in section: ConfigSection) -> AccessToken? {
        Secret.read(node, in: section, form: .token).map(AccessToken.init)
    }

    /// The mask of the token.
    public var manualText: String { secret.manualText }
}

/// An address that may itself be a secret, such as a webhook's: plain text, or the place of a secret.
public struct SecretURL: ConfigValue, Hashable {
    /// The address.
    public var secret: Secret

    /// Makes an option of a secret.
    public init(_ secret: Secret) { self.secret = secret }

    /// An address, or the place of one.
    public static var typeName: LocalizedText { .message("type.secret_address") }
    /// True.
    public static var isSecret: Bool { true }
    /// What is accepted.
    public static var schema: ValueSchema { .either([.text, Secret.schema]) }
    /// An address without a value.
    public static var placeholder: SecretURL { SecretURL(.placeholder) }

    /// Reads text, or a map that names one place.
    public static func read(_ node: Node, in section: ConfigSection) -> SecretURL? {
        guard let text = node.scalar else { return Secret.read(node, in: section).map(SecretURL.init) }
        guard !node.lacksVariable else { return SecretURL(Secret(nil, mask: section.mask)) }
        return SecretOrigin.checked(text, in: section, of: .message("secret.address")).map {
            SecretURL(section.keep($0))
        }
    }

    /// The mask of the address.
    public var manualText: String { secret.manualText }
}

extension ConfigSection {
    /// The text in place of this option's secret in records and messages.
    var mask: String { "{\(path)}" }

    /// Reports that a secret has an impossible value. `fault` is the end of a sentence that begins with "it". The part
    /// of the configuration with this section cannot work.
    public func reportMalformed(_ key: String, _ fault: LocalizedText) {
        recordUnavailable(
            UnavailableValue(
                .malformed, path: "\(path).\(key)", place: node[key]?.place ?? node.place,
                .message("secret.malformed", ["option": .text(key), "fault": .message(fault)]),
                cure: .message("secret.copy_anew")))
    }

    /// Records and reports a value that is not available. The part of the configuration with this section cannot work.
    func recordUnavailable(_ unavailable: UnavailableValue) {
        secrets.record(unavailable)
        diagnostics.report(unavailable.diagnostic)
    }

    /// Makes a secret of this option, or of its part `key`, and records it, so that records of the program mask it.
    public func keep(_ text: String, under key: String? = nil) -> Secret {
        let secret = Secret(text, mask: key.map { "{\(path).\($0)}" } ?? mask)
        secrets.add(secret)
        return secret
    }
}
