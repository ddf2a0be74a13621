public import FeedConfiguration
import FeedModel
public import FeedStages

/// The options of `qiita`.
public struct QiitaConfiguration: StageConfiguration {
    let selection: QiitaSelection
    let pages: Int?
    private let token: Secret?

    /// Reads a section.
    public init(from section: ConfigSection) {
        section.exactlyOne(of: "query", "tag", "user", "item")
        let query = section.option(
            "query", as: String.self, help: "search words, as typed into Qiita: `tag:Swift stocks:>10`")
        let tag = section.option("tag", as: String.self, help: "a tag such as Swift or C#")
        let user = section.option("user", as: String.self, help: "a user's id")
        let item = section.option(
            "item", as: String.self, help: "an article's id (20 hexadecimal digits) or its address")
        token =
            section.option(
                "token", as: AccessToken.self,
                help: "access token with the scope read_qiita; 1,000 requests an hour instead of 60")?.secret
        if let token, !token.isMissing, !Self.isToken(token.reveal()) {
            section.reportMalformed("token", "holds other characters than A-Z a-z 0-9 . _ -, or is longer than 512")
        }
        if section.isGiven("token"), let auth = section.node["auth"] {
            section.report(
                "\(section.path): `token` and `auth` are one thing here", at: auth.place, suggestion: "remove `auth`")
        }
        pages = section.option(
            "pages", as: Int.self, in: 1...100,
            help: "pages of 100 articles to read at most; without it 1 at the first fetch or without a token, else 5")
        selection = Self.selection(query: query, tag: tag, user: user, item: item, in: section)
    }

    /// The options that let more pages be read.
    var pagingOptions: [String] { token == nil && pages == nil ? ["token", "pages"] : ["pages"] }

    /// The header field that carries the token, or nil without one.
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
            if trimmed.isEmpty { section.report("\(section.path).\(key): is empty", at: section.node[key]?.place) }
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
            "\(section.path).item: `\(item)` is no article", at: section.node["item"]?.place,
            suggestion: "give the 20 hexadecimal digits at the end of the article's address")
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
