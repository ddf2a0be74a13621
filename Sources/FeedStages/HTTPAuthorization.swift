public import FeedConfiguration
public import FeedMessages
import FeedSystem

/// The `Authorization` field as an option: `{ bearer: SECRET }` or `{ basic: { user, password: SECRET } }`.
public struct HTTPAuthorization: ConfigValue, Hashable {
    /// The field. It has no value if the secret is missing.
    public var field: HTTPField

    /// Makes an option of a field.
    public init(_ field: HTTPField) { self.field = field }

    /// The two forms of the option.
    public static var typeName: LocalizedText { .message("type.authorization") }
    /// A field without a value.
    public static var placeholder: HTTPAuthorization {
        HTTPAuthorization(HTTPField(name, secret: .placeholder))
    }
    /// The name of the field, without its value.
    public var manualText: String { "{\(Self.name)}" }

    private static let name = "Authorization"

    /// Reads a map with one of the two forms. Reports any other value, without showing it; then nil.
    public static func read(_ node: Node, in section: ConfigSection) -> HTTPAuthorization? {
        guard node.map != nil else {
            section.reportHiding(node, expected: typeName)
            return nil
        }
        let bearer = section.option("bearer", as: AccessToken.self, help: .message("option.auth.bearer"))?.secret
        let basic = section.option("basic", as: Basic.self, help: .message("option.auth.basic"))
        section.exactlyOne(of: "bearer", "basic")
        if let bearer { return HTTPAuthorization(field("Bearer", bearer)) }
        return basic.map { HTTPAuthorization(field("Basic", $0.credentials)) }
    }

    private static func field(_ scheme: String, _ secret: Secret) -> HTTPField {
        guard !secret.isMissing else { return HTTPField(name, secret: secret) }
        return HTTPField(name, secret: Secret("\(scheme) \(secret.reveal())", mask: "\(scheme) \(secret.mask)"))
    }

    /// User name and password, encoded as they are sent (RFC 7617 §2).
    private struct Basic: ConfigValue {
        let credentials: Secret

        static var typeName: LocalizedText { "{ user, password: SECRET }" }
        static var placeholder: Basic { Basic(credentials: .placeholder) }
        var manualText: String { credentials.manualText }

        static func read(_ node: Node, in section: ConfigSection) -> Basic? {
            guard node.map != nil else {
                section.reportHiding(node, expected: typeName)
                return nil
            }
            let user = section.require("user", as: UserName.self, help: .message("option.auth.user")).secret
            let password = section.require("password", as: Secret.self, help: .message("option.auth.password"))
            guard !user.isMissing, !password.isMissing else {
                return Basic(credentials: Secret(nil, mask: user.isMissing ? user.mask : password.mask))
            }
            let packed = Base64.encode(Array("\(user.reveal()):\(password.reveal())".utf8))
            return Basic(credentials: section.keep(packed))
        }
    }

    /// A user name without a colon, because the first colon ends it (RFC 7617 §2); at most 1024 bytes.
    private struct UserName: ConfigValue {
        let secret: Secret

        static var typeName: LocalizedText { .message("type.user_name") }
        static var placeholder: UserName { UserName(secret: .placeholder) }
        var manualText: String { secret.manualText }

        static func read(_ node: Node, in section: ConfigSection) -> UserName? {
            let given: Secret?
            if node.scalar != nil {
                given = section.text(of: node, expected: typeName).map { Secret($0, mask: $0) }
            } else {
                given = Secret.read(node, in: section)
            }
            guard let given else { return nil }
            guard !given.isMissing else { return UserName(secret: given) }
            let bytes = given.reveal().utf8
            guard !bytes.contains(UInt8(ascii: ":")) else {
                section.report(
                    .message("auth.colon", ["path": .text(section.path)]), at: node.place,
                    suggestion: .message("auth.password_apart"))
                return nil
            }
            guard bytes.count <= 1024, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                section.report(
                    .message("auth.bad_user_name", ["path": .text(section.path)]), at: node.place)
                return nil
            }
            return UserName(secret: given)
        }
    }
}

extension ConfigSection {
    /// Reports that `node` is not of the expected kind, without showing its value: it may be a credential.
    func reportHiding(_ node: Node, expected: LocalizedText) {
        report(
            .message(
                "config.mismatch",
                ["path": .text(path), "expected": .message(expected), "found": .message(node.kind)]),
            at: node.place)
    }
}
