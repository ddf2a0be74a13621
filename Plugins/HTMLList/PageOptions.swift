public import FeedConfiguration
import FeedLists
import FeedPages
import FeedSelecting
public import FeedStages

/// The sources of an entry's field, mostly selectors, tried one after the other.
typealias PageField = FieldSources<PageSelector>

/// The options of `html` that map a page to entries.
public struct PageOptions: StageConfiguration {
    let entries: PageSelector
    let remove: PageSelector?
    let minEntries: Int
    let linkPattern: LinkPattern?
    let id: PageField?
    let link: PageField?
    let title: PageField?
    let commentsLink: PageField?
    let image: PageField?
    let authors: PageField?
    let tags: PageField?
    let published: PageField?
    let updated: PageField?
    let pattern: DatePattern?
    let zone: ZoneOption?
    let summary: PageField?
    let content: PageField?
    let enclosures: PageField?
    let numbers: [String: PageField]
    let extras: [String: PageField]

    /// Reads the options; mistakes are reported to the section.
    public init(from section: ConfigSection) {
        func field(_ key: String, _ help: LocalizedText) -> PageField? {
            let field = section.option(key, as: PageField.self, help: help)
            field.map { Self.check($0, key, in: section) }
            return field
        }
        entries = section.require("entries", as: PageSelector.self, help: .message("option.html.entries"))
        if entries.attribute != nil {
            section.report(
                .message("html.attribute_as_entry", ["path": .text(section.path)]), at: section.node["entries"]?.place,
                suggestion: .message("html.attribute_as_entry.cure", ["attribute": .text(entries.attribute ?? "")]))
        }
        link = field(
            "link", .message("option.html.link")
        )
        title = field("title", .message("option.html.title"))
        published = field("published", .message("option.html.published"))
        updated = field("updated", .message("option.list.updated"))
        pattern = section.option(
            "published_format", as: DatePattern.self, help: .message("option.list.published_format"))
        zone = section.option(
            "published_zone", as: ZoneOption.self,
            help: .message("option.html.published_zone"))
        summary = field("summary", .message("option.list.summary"))
        content = field("content", .message("option.list.content"))
        image = field("image", .message("option.html.image"))
        authors = field("authors", .message("option.list.authors"))
        tags = field("tags", .message("option.list.tags"))
        commentsLink = field("comments_link", .message("option.list.comments_link"))
        enclosures = field("enclosures", .message("option.html.enclosures"))
        id = field("id", .message("option.html.id"))
        linkPattern = section.option(
            "link_pattern", as: LinkPattern.self, help: .message("option.html.link_pattern"))
        remove = section.option(
            "remove", as: PageSelector.self, help: .message("option.html.remove"))
        minEntries = section.option(
            "min_entries", default: 1, in: 0...10_000, help: .message("option.html.min_entries"))
        numbers = section.option(
            "numbers", default: [:], help: .message("option.list.numbers"))
        extras = section.option("extras", default: [:], help: .message("option.html.extras"))
        for (key, fields) in [("numbers", numbers), ("extras", extras)] {
            for (name, field) in fields { Self.check(field, "\(key).\(name)", in: section) }
        }
        section.checkNames(in: ["numbers", "extras"])
    }

    /// Reports absolute paths: `//h2` would find the page's first heading for every entry.
    private static func check(_ field: PageField, _ key: String, in section: ConfigSection) {
        for case .place(let selector) in field.values where selector.isAbsolute {
            section.report(
                .message(
                    "html.absolute_path",
                    ["path": .text("\(section.path).\(key)"), "selector": .text(selector.text)]),
                at: section.node[key]?.place ?? section.node.place, suggestion: .message("html.absolute_path.cure"))
        }
    }
}
