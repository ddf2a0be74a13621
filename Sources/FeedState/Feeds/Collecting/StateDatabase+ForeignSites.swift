import FeedModel
import FeedStages

/// Feeds of other sites, reached by redirects that are not believed.
///
/// A site that was relaunched cannot prove that it is the same: none of its entries is known, and entries that were
/// held yesterday prove nothing of today. So all of it is held until the user decides.
extension StateDatabase {
    /// After this time the held entries are reported again.
    private static let reminder: Duration = .seconds(7 * 86_400)

    /// Returns the site that a document came from if the feed is not known to belong to it, and records that site.
    func foreignSite(
        _ recognition: Recognition, in known: KnownDocument, of collected: CollectedFeed
    ) throws(StageError) -> String? {
        // A feed in its first fetch has no past to compare with.
        guard let arrival = collected.arrival, !arrival.site.isEmpty, known.lastComplete != nil else { return nil }
        let sites = try connection.first(
            "SELECT last_site, strange_site, trusted_site FROM source WHERE key = ?",
            .blob(collected.key.hash)
        ) { (last: $0.optionalText(0), strange: $0.optionalText(1), trusted: $0.optionalText(2)) }
        guard let sites, sites.trusted != arrival.site else { return nil }
        if sites.strange == arrival.site { return arrival.site }
        let knowsAny = recognition.verdicts.contains { if case .known = $0 { true } else { false } }
        guard let last = sites.last, last != arrival.site, !arrival.hasKnownID, !knowsAny, recognition.newCount > 0
        else { return nil }
        try connection.run(
            "UPDATE source SET strange_site = ? WHERE key = ?", .text(arrival.site),
            .blob(collected.key.hash))
        return arrival.site
    }

    /// Returns the unknown site and how many of its entries are held, if that is to be reported again now.
    func foreignSiteToReport(of collected: CollectedFeed, now: Timestamp) throws(StageError) -> (
        site: String, entries: Int
    )? {
        guard collected.isFlooded else { return nil }
        let held = try connection.first(
            "SELECT strange_site, flooded_told FROM source WHERE key = ? AND flooded_at IS NOT NULL",
            .blob(collected.key.hash)
        ) { (site: $0.optionalText(0), notified: $0.time(1)) }
        guard let site = held?.site, let notified = held?.notified, now - notified >= Self.reminder else { return nil }
        let count = try quarantined(of: collected.key)
        try connection.run(
            "UPDATE source SET flooded_told = ?, flooded_told_entries = ? WHERE key = ?", .time(now),
            .int(count), .blob(collected.key.hash))
        return (site, count)
    }

    /// Whether the user has released entries that came from the site of an address.
    func trusts(_ address: String, of key: FeedKey) throws(StageError) -> Bool {
        let trusted = try connection.first(
            "SELECT trusted_site FROM source WHERE key = ?", .blob(key.hash)
        ) { $0.optionalText(0) }
        return trusted == FeedSite.name(of: address)
    }
}
