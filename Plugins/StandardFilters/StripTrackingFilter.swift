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

/// Query items that only tell a site where a reader came from, and do not change the page.
enum TrackingParameters {
    private static let names: Set<String> = [
        "fbclid", "gclid", "dclid", "gbraid", "wbraid", "gclsrc", "msclkid", "yclid", "ysclid", "twclid", "ttclid",
        "igshid", "igsh", "li_fat_id", "mc_cid", "mc_eid", "mkt_tok", "oly_anon_id", "oly_enc_id", "vero_id",
        "_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp", "hsctatracking", "s_cid", "wickedid", "rb_clickid",
        "_openstat", "at_medium", "at_campaign", "ref_src", "ref_url", "cmpid", "spm", "scm", "srsltid", "epik",
    ]
    private static let prefixes = ["utm_", "pk_", "mtm_", "hsa_"]

    /// Returns the address without tracking items. Everything else in it stays unchanged.
    static func removed(from url: String) -> String {
        // Most addresses have no query, so they need no parsing.
        guard url.utf8.contains(UInt8(ascii: "?")), let parts = Address.parts(url),
            parts.scheme == "http" || parts.scheme == "https"
        else { return url }
        var isChanged = false
        let stripped = parts.removingQueryItems { name in
            let name = name.lowercased()
            let isTracking = names.contains(name) || prefixes.contains { name.hasPrefix($0) }
            isChanged = isChanged || isTracking
            return isTracking
        }
        return isChanged ? stripped : url
    }
}
