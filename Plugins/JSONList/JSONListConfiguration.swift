public import FeedConfiguration
import FeedLists
import FeedSelecting
public import FeedStages

/// The options of `json`: the request, the paging, and the mapping to entries.
public struct JSONListConfiguration: StageConfiguration {
    let list: ListRequest<JSONListReading>
    let entries: EntryOptions
    let canonicalRequest: String

    /// Reads the options; mistakes are reported to the section.
    public init(from section: ConfigSection) {
        list = ListRequest(from: section, bodies: [.json, .form, .graphQL])
        entries = EntryOptions(from: section)
        canonicalRequest = [
            list.canonicalText, entries.embedded.map { "embedded=\($0)" }, "entries=\(entries.entries)",
            entries.id.map { "id=\($0.manualText)" },
        ].compactMap { $0 }.joined(separator: " ")
    }
}
