public import FeedConfiguration
import FeedLists
import FeedModel
import FeedPages
import FeedSelecting
public import FeedStages

/// The options of `json` that say what of a document becomes entries.
public struct EntryOptions: StageConfiguration {
    /// The elements of a page in which the JSON stands, or nil: it is the document.
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
    /// Whether the document is an answer of GraphQL, which tells its errors in its body.
    let isGraphQL: Bool

    /// Reads a section.
    public init(from section: ConfigSection) {
        func field(_ key: String, _ help: String) -> FieldOption? {
            section.option(key, as: FieldOption.self, help: help)
        }
        embedded = section.option(
            "embedded", as: PageSelector.self,
            help: "for a page: the elements in which the JSON stands, as CSS or XPath")
        entries = section.option(
            "entries", default: JSONPath(steps: []), help: "path of the list in the document; $ is the document itself")
        id = field("id", "what an entry is known by; required without `link`")
        title = field("title", "an entry's title")
        titleType = section.option("title_type", default: TextType.text, help: "what the title is written in")
        link = field("link", "address of an entry's page; may be relative")
        commentsLink = field("comments_link", "address of its comments")
        authors = field("authors", "names of who wrote it")
        published = field("published", "when it was published: any date, or seconds or milliseconds since 1970")
        updated = field("updated", "when it was last changed")
        let pattern = section.option(
            "published_format", as: DatePattern.self, help: "how both dates are written, if in no common form")
        let zone = section.option(
            "published_zone", as: ZoneOption.self, help: "by which clock both dates are meant that do not say; UTC")
        dates = DateReading(pattern: pattern, zone: zone?.zone ?? .utc)
        summary = field("summary", "a short text")
        summaryType = section.option("summary_type", default: TextType.text, help: "what the short text is written in")
        content = field("content", "the full text")
        contentType = section.option("content_type", default: TextType.text, help: "what the full text is written in")
        image = field("image", "address of a picture")
        tags = field("tags", "its tags")
        enclosures = section.option("enclosures", as: EnclosureOption.self, help: "files that belong to it")
        numbers = section.option(
            "numbers", default: [:], help: "whole numbers by name, such as likes or comments, for filters")
        extras = section.option("extras", default: [:], help: "texts, numbers and flags by name, for formats")
        isGraphQL = section.isGiven("graphql")
        if id == nil, link == nil, !section.isGiven("id"), !section.isGiven("link"), section.node.map != nil {
            section.report(
                "\(section.path): neither `id` nor `link` says what an entry is known by",
                suggestion: "add `id:` with a path such as id")
        }
        section.checkNames(in: ["numbers", "extras"])
    }
}

/// What a text of a service is written in.
enum TextType: String, ConfigChoice {
    case text, html, markdown
}

/// The files of an entry: their addresses, or a list of objects that also tell type and size.
enum EnclosureOption: ConfigValue, Hashable {
    case addresses(FieldOption)
    case list(JSONPath, url: FieldOption, type: FieldOption?, size: FieldOption?, title: FieldOption?)

    static var typeName: String { "addresses as in `image`, or { list: PATH, url, type, size, title }" }
    static var placeholder: EnclosureOption { .addresses(.placeholder) }
    var manualText: String { "" }

    static func read(_ node: Node, in section: ConfigSection) -> EnclosureOption? {
        guard node.map != nil, node["literal"] == nil else {
            return FieldOption.read(node, in: section).map(EnclosureOption.addresses)
        }
        let list = section.require("list", as: JSONPath.self, help: "path of the files in an entry")
        let url = section.require("url", as: FieldOption.self, help: "a file's address")
        let type = section.option("type", as: FieldOption.self, help: "its media type")
        let size = section.option("size", as: FieldOption.self, help: "its size in bytes")
        let title = section.option("title", as: FieldOption.self, help: "its title")
        return .list(list, url: url, type: type, size: size, title: title)
    }
}
