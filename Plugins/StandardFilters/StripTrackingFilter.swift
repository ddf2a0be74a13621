public import FeedConfiguration
public import FeedModel
public import FeedStages

/// Takes the parts out of addresses that only tell a site where its reader came from.
public struct StripTrackingFilter: Transform {
    /// `strip_tracking`.
    public static let type = "strip_tracking"
    /// What it does.
    public static let summary = "takes utm_*, fbclid and the like out of addresses"

    private let isOn: Bool

    /// No.
    public var readsBodies: Bool { false }

    /// Makes the filter.
    public init(_ configuration: Configuration, services: Services) { isOn = configuration.isOn }

    /// The entry with clean addresses.
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

    /// `true`.
    public struct Configuration: StageConfiguration {
        let isOn: Bool

        /// Reads the switch.
        public init(from section: ConfigSection) {
            isOn = section.value(help: "true")
        }
    }
}
