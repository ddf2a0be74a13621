public import FeedConfiguration
import FeedLists
import FeedPages
import FeedSelecting
public import FeedStages

/// Where a field of an entry comes from: selectors, asked one after the other.
typealias PageField = FieldSources<PageSelector>

/// The options of `html` that say what of a page becomes entries.
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

    /// Reads a section.
    public init(from section: ConfigSection) {
        func field(_ key: String, _ help: String) -> PageField? {
            let field = section.option(key, as: PageField.self, help: help)
            field.map { Self.check($0, key, in: section) }
            return field
        }
        entries = section.require("entries", as: PageSelector.self, help: "what an entry stands in: CSS, or XPath")
        if entries.attribute != nil {
            section.report(
                "\(section.path).entries: an attribute is no entry", at: section.node["entries"]?.place,
                suggestion: "leave out `@\(entries.attribute ?? "")`")
        }
        link = field(
            "link", "address of an entry's page; without it the link with the longest text, or the one around the entry"
        )
        title = field("title", "an entry's title; without it the first heading, else the link's text")
        published = field("published", "when it was published; without it `time`, else a date in the entry's text")
        updated = field("updated", "when it was last changed")
        pattern = section.option(
            "published_format", as: DatePattern.self, help: "how both dates are written, if in no common form")
        zone = section.option(
            "published_zone", as: ZoneOption.self,
            help: "by which clock both dates are meant that do not say; `settings.timezone`")
        summary = field("summary", "a short text")
        content = field("content", "the full text")
        image = field("image", "a picture: `img`, or its address")
        authors = field("authors", "names of who wrote it")
        tags = field("tags", "its tags")
        commentsLink = field("comments_link", "address of its comments")
        enclosures = field("enclosures", "addresses of files that belong to it")
        id = field("id", "what an entry is known by, if its link changes")
        linkPattern = section.option(
            "link_pattern", as: LinkPattern.self, help: "what links of entries look like; all others are no entries")
        remove = section.option(
            "remove", as: PageSelector.self, help: "what is taken out of the page before it is read")
        minEntries = section.option(
            "min_entries", default: 1, in: 0...10_000, help: "fewer entries mean that the page was redesigned")
        numbers = section.option(
            "numbers", default: [:], help: "whole numbers by name, such as likes or comments, for filters")
        extras = section.option("extras", default: [:], help: "texts by name, for formats")
        for (key, fields) in [("numbers", numbers), ("extras", extras)] {
            for (name, field) in fields { Self.check(field, "\(key).\(name)", in: section) }
        }
        section.checkNames(in: ["numbers", "extras"])
    }

    /// `//h2` would give every entry the page's first heading.
    private static func check(_ field: PageField, _ key: String, in section: ConfigSection) {
        for case .place(let selector) in field.values where selector.isAbsolute {
            section.report(
                "\(section.path).\(key): `\(selector.text)` looks in the whole page, not in an entry",
                at: section.node[key]?.place ?? section.node.place, suggestion: "write `.//` for what is in the entry")
        }
    }
}
