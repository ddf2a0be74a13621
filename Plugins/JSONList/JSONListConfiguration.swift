public import FeedConfiguration
import FeedLists
import FeedSelecting
public import FeedStages

/// The options of `json`: what is asked for, how the list goes on, and what of it becomes entries.
public struct JSONListConfiguration: StageConfiguration {
    let list: ListRequest<JSONListReading>
    let entries: EntryOptions
    let feedTitle: String?
    let canonicalRequest: String

    /// Reads a section.
    public init(from section: ConfigSection) {
        list = ListRequest(from: section, bodies: [.json, .form, .graphQL])
        entries = EntryOptions(from: section)
        feedTitle = section.option(
            "feed_title", as: String.self, help: "title of the source for people; `title` is that of an entry")
        canonicalRequest = [
            list.canonicalText, entries.embedded.map { "embedded=\($0)" }, "entries=\(entries.entries)",
            "id=\((entries.id ?? entries.link).map(Self.text(of:)) ?? "")",
        ].compactMap { $0 }.joined(separator: " ")
    }

    private static func text(of field: FieldOption) -> String { field.values.map(\.manualText).joined(separator: ", ") }
}
