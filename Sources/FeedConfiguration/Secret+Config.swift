public import FeedMessages

extension Secret: ConfigValue {
    /// Where a secret comes from; never the secret itself.
    public static var typeName: LocalizedText { .message("type.secret") }
    /// A missing one.
    public static var placeholder: Secret { Secret(nil, mask: "{secret}") }

    /// Takes a map that names one place; `optional: true` makes a missing one no mistake (nil then).
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

    /// What stands for it.
    public var manualText: String { mask }
}

/// A secret that a server has handed out and that is sent to it as it is: visible ASCII, without blanks.
public struct AccessToken: ConfigValue, Hashable {
    /// The token.
    public var secret: Secret

    /// Makes it of a secret.
    public init(_ secret: Secret) { self.secret = secret }

    /// Where it comes from; never the token itself.
    public static var typeName: LocalizedText { Secret.typeName }
    /// A missing one.
    public static var placeholder: AccessToken { AccessToken(.placeholder) }

    /// Takes a map that names one place, as any secret does.
    public static func read(_ node: Node, in section: ConfigSection) -> AccessToken? {
        Secret.read(node, in: section, form: .token).map(AccessToken.init)
    }

    /// What stands for it.
    public var manualText: String { secret.manualText }
}

/// An address that may itself be a secret, such as a webhook's: plain text, or where a secret comes from.
public struct SecretURL: ConfigValue, Hashable {
    /// The address.
    public var secret: Secret

    /// Makes it of a secret.
    public init(_ secret: Secret) { self.secret = secret }

    /// An address or the place of one.
    public static var typeName: LocalizedText { .message("type.secret_address") }
    /// A missing one.
    public static var placeholder: SecretURL { SecretURL(.placeholder) }

    /// Takes text, or a map that names one place.
    public static func read(_ node: Node, in section: ConfigSection) -> SecretURL? {
        guard let text = node.scalar else { return Secret.read(node, in: section).map(SecretURL.init) }
        guard !node.lacksVariable else { return SecretURL(Secret(nil, mask: section.mask)) }
        return SecretOrigin.checked(text, in: section, of: .message("secret.address")).map {
            SecretURL(section.keep($0))
        }
    }

    /// What stands for it.
    public var manualText: String { secret.manualText }
}

extension ConfigSection {
    /// What stands for this option's secret in records and messages.
    var mask: String { "{\(path)}" }

    /// Reports that a secret of an option cannot be what it should be, `fault` being the end of a sentence that begins
    /// with "it"; the part of the configuration that this section belongs to cannot work.
    public func reportMalformed(_ key: String, _ fault: LocalizedText) {
        recordUnavailable(
            UnavailableValue(
                .malformed, path: "\(path).\(key)", place: node[key]?.place ?? node.place,
                .message("secret.malformed", ["option": .text(key), "fault": .message(fault)]),
                cure: .message("secret.copy_anew")))
    }

    /// Reports what cannot be had; the part of the configuration that this section belongs to cannot work.
    func recordUnavailable(_ unavailable: UnavailableValue) {
        secrets.record(unavailable)
        diagnostics.report(unavailable.diagnostic)
    }

    /// Makes a secret of this option (or of what stands in it under `key`) and remembers it, so that records mask it.
    public func keep(_ text: String, under key: String? = nil) -> Secret {
        let secret = Secret(text, mask: key.map { "{\(path).\($0)}" } ?? mask)
        secrets.add(secret)
        return secret
    }
}
