package import FeedEngine
import FeedMessages
import FeedModel
import FeedParsing

/// What `import opml` makes of a list, and `export opml` of a configuration, without a command line and files.
package struct ImportedList: Sendable {
    /// The configuration, with what was not taken over in comments at its head.
    package let configuration: [UInt8]
    /// The variables that it needs, with the values that the list had.
    package let variables: [String: String]
    /// The addresses of the feeds, in their order.
    package let addresses: [String]

    /// Reads OPML; nil if the bytes are none, or have no feed.
    package init?(opml bytes: [UInt8]) {
        guard let document = try? OPMLReader.read(bytes) else { return nil }
        let list = SubscriptionList(document)
        guard !list.feeds.isEmpty else { return nil }
        let made = ListConfiguration(list)
        configuration = made.text(remarks: list.leftOut.map(\.what), Localizer(.en))
        variables = made.variables
        addresses = made.sources.map(\.address)
    }

    /// Returns the feeds of a plan as OPML.
    package static func opml(of plan: Plan) -> [UInt8] { ExportOPMLCommand.list(of: plan).bytes }
}
