public import FeedConfiguration
public import FeedModel
public import FeedStages

/// Removes query items from addresses that only tell a site where its reader came from.
public struct StripTrackingFilter: Transform {
    /// The value of `type` in the configuration: `strip_tracking`.
    public static let type = "strip_tracking"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.filter.strip_tracking")

    private let isOn: Bool

    /// False: it changes addresses only.
    public var readsBodies: Bool { false }

    /// True: it changes the address of each entry.
    public var judgesEntriesAlone: Bool { true }

    /// Makes the filter.
    public init(_ configuration: Configuration, services: Services) { isOn = configuration.isOn }

    /// Returns the entry with its addresses cleaned: its own, its external one, that of its comments, and its links.
    public func transform(_ entry: Entry) -> Entry {
        guard isOn else { return entry }
        var entry = entry
        entry.url = entry.url.map(TrackingParameters.removed)
        entry.externalURL = entry.externalURL.map(TrackingParameters.removed)
        entry.commentsURL = entry.commentsURL.map(TrackingParameters.removed)
        for index in entry.links.indices {
            entry.links[index].href = TrackingParameters.removed(from: entry.links[index].href)
        }
        return entry
    }

    /// The option of `strip_tracking`: a switch.
    public struct Configuration: StageConfiguration {
        let isOn: Bool

        /// Reads the switch.
        public init(from section: ConfigSection) {
            isOn = section.value(help: "true")
        }
    }
}
