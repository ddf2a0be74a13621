public import FeedConfiguration
public import FeedModel
public import FeedStages

/// Takes the parts out of addresses that only tell a site where its reader came from.
public struct StripTrackingFilter: Transform {
    /// `strip_tracking`.
    public static let type = "strip_tracking"
    /// What it does.
    public static let summary: LocalizedText = .message("summary.filter.strip_tracking")

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

/// Query items that tell a site where a reader came from and change nothing of what it shows.
enum TrackingParameters {
    private static let names: Set<String> = [
        "fbclid", "gclid", "dclid", "gbraid", "wbraid", "gclsrc", "msclkid", "yclid", "ysclid", "twclid", "ttclid",
        "igshid", "igsh", "li_fat_id", "mc_cid", "mc_eid", "mkt_tok", "oly_anon_id", "oly_enc_id", "vero_id",
        "_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp", "hsctatracking", "s_cid", "wickedid", "rb_clickid",
        "_openstat", "at_medium", "at_campaign", "ref_src", "ref_url", "cmpid", "spm", "scm", "srsltid", "epik",
    ]
    private static let prefixes = ["utm_", "pk_", "mtm_", "hsa_"]

    /// The address without them; everything else in it stays as it is.
    static func removed(from url: String) -> String {
        // Most addresses have no query: they are not taken apart.
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
