public import FeedConfiguration
import FeedLists
import FeedModel
import FeedPages
import FeedSelecting
public import FeedStages

/// The options of `json` that map a document to entries.
public struct EntryOptions: StageConfiguration {
    /// The elements of a page that contain the JSON; nil: the document is JSON.
    let embedded: PageSelector?
    let entries: JSONPath
    let id: FieldOption?
    let link: FieldOption?
    let title: FieldOption?
    let titleType: TextType
    let commentsLink: FieldOption?
    let image: FieldOption?
    let authors: FieldOption?
    let tags: FieldOption?
    let published: FieldOption?
    let updated: FieldOption?
    let dates: DateReading
    let summary: FieldOption?
    let summaryType: TextType
    let content: FieldOption?
    let contentType: TextType
    let enclosures: EnclosureOption?
    let numbers: [String: FieldOption]
    let extras: [String: FieldOption]
    /// Whether the document is a GraphQL response, which reports its errors in its body.
    let isGraphQL: Bool

    /// Reads the options; mistakes are reported to the section.
    public init(from section: ConfigSection) {
        func field(_ key: String, _ help: LocalizedText) -> FieldOption? {
            section.option(key, as: FieldOption.self, help: help)
        }
        embedded = section.option(
            "embedded", as: PageSelector.self,
            help: .message("option.json.embedded"))
        entries = section.option(
            "entries", default: JSONPath(steps: []), help: .message("option.json.entries"))
        id = field("id", .message("option.json.id"))
        title = field("title", .message("option.json.title"))
        titleType = section.option("title_type", default: TextType.text, help: .message("option.json.title_type"))
        link = field("link", .message("option.json.link"))
        commentsLink = field("comments_link", .message("option.list.comments_link"))
        authors = field("authors", .message("option.list.authors"))
        published = field("published", .message("option.json.published"))
        updated = field("updated", .message("option.list.updated"))
        let pattern = section.option(
            "published_format", as: DatePattern.self, help: .message("option.list.published_format"))
        let zone = section.option(
            "published_zone", as: ZoneOption.self, help: .message("option.json.published_zone"))
        dates = DateReading(pattern: pattern, zone: zone?.zone ?? .utc)
        summary = field("summary", .message("option.list.summary"))
        summaryType = section.option("summary_type", default: TextType.text, help: .message("option.json.summary_type"))
        content = field("content", .message("option.list.content"))
        contentType = section.option("content_type", default: TextType.text, help: .message("option.json.content_type"))
        image = field("image", .message("option.json.image"))
        tags = field("tags", .message("option.list.tags"))
        enclosures = section.option("enclosures", as: EnclosureOption.self, help: .message("option.json.enclosures"))
        numbers = section.option(
            "numbers", default: [:], help: .message("option.list.numbers"))
        extras = section.option("extras", default: [:], help: .message("option.json.extras"))
        isGraphQL = section.isGiven("graphql")
        if id == nil, link == nil, !section.isGiven("id"), !section.isGiven("link"), section.node.map != nil {
            section.report(
                .message("json.no_identity", ["path": .text(section.path)]),
                suggestion: .message("json.no_identity.cure"))
        }
        section.checkNames(in: ["numbers", "extras"])
    }
}

/// The markup of a text.
enum TextType: String, ConfigChoice {
    case text, html, markdown
}

/// The enclosures of an entry: addresses, or a list of objects with address, type, size and title.
enum EnclosureOption: ConfigValue, Hashable {
    case addresses(FieldOption)
    case list(JSONPath, url: FieldOption, type: FieldOption?, size: FieldOption?, title: FieldOption?)

    static var typeName: LocalizedText { .message("type.enclosures") }
    static var placeholder: EnclosureOption { .addresses(.placeholder) }
    var manualText: String { "" }

    static func read(_ node: Node, in section: ConfigSection) -> EnclosureOption? {
        guard node.map != nil, node["literal"] == nil else {
            return FieldOption.read(node, in: section).map(EnclosureOption.addresses)
        }
        let list = section.require("list", as: JSONPath.self, help: .message("option.json.enclosures.list"))
        let url = section.require("url", as: FieldOption.self, help: .message("option.json.enclosures.url"))
        let type = section.option("type", as: FieldOption.self, help: .message("option.json.enclosures.type"))
        let size = section.option("size", as: FieldOption.self, help: .message("option.json.enclosures.size"))
        let title = section.option("title", as: FieldOption.self, help: .message("option.json.enclosures.title"))
        return .list(list, url: url, type: type, size: size, title: title)
    }
}
