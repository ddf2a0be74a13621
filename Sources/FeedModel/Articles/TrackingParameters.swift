/// Query items that only tell a site where a reader came from, and do not change the page.
public enum TrackingParameters {
    private static let names: Set<String> = [
        "fbclid", "gclid", "dclid", "gbraid", "wbraid", "gclsrc", "msclkid", "yclid", "ysclid", "twclid", "ttclid",
        "igshid", "igsh", "li_fat_id", "mc_cid", "mc_eid", "mkt_tok", "oly_anon_id", "oly_enc_id", "vero_id",
        "_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp", "hsctatracking", "s_cid", "wickedid", "rb_clickid",
        "_openstat", "at_medium", "at_campaign", "ref_src", "ref_url", "cmpid", "spm", "scm", "srsltid", "epik",
    ]
    private static let prefixes = ["utm_", "pk_", "mtm_", "hsa_"]

    /// Returns the address without tracking items. Everything else in it stays unchanged.
    public static func removed(from url: String) -> String {
        // Most addresses have no query, so they need no parsing.
        guard url.utf8.contains(UInt8(ascii: "?")), let parts = Address.parts(url),
            parts.scheme == "http" || parts.scheme == "https"
        else { return url }
        var isChanged = false
        let stripped = parts.removingQueryItems { name in
            let isTracking = isTracking(name)
            isChanged = isChanged || isTracking
            return isTracking
        }
        return isChanged ? stripped : url
    }

    /// Whether the decoded name of a query item is that of a tracking item.
    static func isTracking(_ name: String) -> Bool {
        let name = name.lowercased()
        return names.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }
}
