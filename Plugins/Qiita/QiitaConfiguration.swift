public import FeedConfiguration
import FeedModel
public import FeedStages

/// The options of `qiita`.
public struct QiitaConfiguration: StageConfiguration {
    let selection: QiitaSelection
    let pages: Int?
    private let token: Secret?

    /// Reads the options; mistakes are reported to the section.
    public init(from section: ConfigSection) {
        section.exactlyOne(of: "query", "tag", "user", "item")
        let query = section.option(
            "query", as: String.self, help: .message("option.qiita.query"))
        let tag = section.option("tag", as: String.self, help: .message("option.qiita.tag"))
        let user = section.option("user", as: String.self, help: .message("option.qiita.user"))
        let item = section.option(
            "item", as: String.self, help: .message("option.qiita.item"))
        token =
            section.option(
                "token", as: AccessToken.self,
                help: .message("option.qiita.token"))?.secret
        if let token, !token.isMissing, !Self.isToken(token.reveal()) {
            section.reportMalformed("token", .message("qiita.token_characters"))
        }
        if section.isGiven("token"), let auth = section.node["auth"] {
            section.report(
                .message("qiita.token_and_auth", ["path": .text(section.path)]), at: auth.place,
                suggestion: .message("qiita.token_and_auth.cure"))
        }
        pages = section.option(
            "pages", as: Int.self, in: 1...100,
            help: .message("option.qiita.pages"))
        selection = Self.selection(query: query, tag: tag, user: user, item: item, in: section)
    }

    /// The options by which more pages are read.
    var pagingOptions: [String] { token == nil && pages == nil ? ["token", "pages"] : ["pages"] }

    /// The header field with the token, or nil without one. Throws `.credentialEmpty` and `.credentialMalformed`.
    func authorization() throws(StageError) -> HTTPField? {
        guard let token, !token.isMissing else { return nil }
        let text = token.reveal()
        if text.isEmpty { throw StageError(.credentialEmpty, subject: token.mask, facts: [.option: "token"]) }
        guard Self.isToken(text) else {
            throw StageError(.credentialMalformed, subject: token.mask, facts: [.option: "token"])
        }
        return HTTPField("Authorization", secret: Secret("Bearer \(text)", mask: "Bearer \(token.mask)"))
    }

    private static func selection(
        query: String?, tag: String?, user: String?, item: String?, in section: ConfigSection
    ) -> QiitaSelection {
        func filled(_ text: String?, _ key: String) -> String? {
            guard let text else { return nil }
            let trimmed = text.trimmedLine
            if trimmed.isEmpty {
                section.report(
                    .message("plugin.option_empty", ["path": .text("\(section.path).\(key)")]),
                    at: section.node[key]?.place)
            }
            return trimmed
        }
        if let query = filled(query, "query") { return .query(query) }
        if let tag = filled(tag, "tag") { return .tag(tag) }
        if let user = filled(user, "user") {
            return .user(user.utf8.first == UInt8(ascii: "@") ? String(user.dropFirst()) : user)
        }
        guard let item = filled(item, "item") else { return .query("") }  // reported above
        if let id = QiitaID.within(item) { return .item(id) }
        section.report(
            .message("qiita.no_article", ["path": .text(section.path), "item": .text(item)]),
            at: section.node["item"]?.place,
            suggestion: .message("qiita.no_article.cure"))
        return .item(item)
    }

    private static func isToken(_ text: String) -> Bool { text.utf8.count <= 512 && text.utf8.allSatisfy(isTokenByte) }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
