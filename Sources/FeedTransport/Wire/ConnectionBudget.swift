/// Decides which connections stay open after their transfer, and whether resolved names are cached.
///
/// For each new connection, libcurl 7.88 walks over all cached names and over all hosts of evicted connections. With
/// 10,000 hosts that was two thirds of the CPU time. So connections beyond the budget are closed by their own transfer,
/// libcurl evicts none, and a run over many hosts caches no names.
struct ConnectionBudget {
    /// The most hosts for which names are cached.
    static let mostNames = 512

    private let most: Int
    private var asked: Set<String> = []
    private var kept: Set<String> = []

    /// Makes a budget of `most` idle connections.
    init(most: Int) { self.most = max(1, most) }

    /// Whether names are cached.
    var remembersNames: Bool { asked.count <= Self.mostNames }

    /// Whether the connection of a host's next transfer stays open. `hasMore` says whether other requests wait for the
    /// host.
    ///
    /// Half of the budget is reserved for hosts that get a second request (the next page).
    mutating func keeps(_ host: String, hasMore: Bool) -> Bool {
        let isAskedAgain = !asked.insert(host).inserted
        if kept.contains(host) || hasMore { return true }
        guard kept.count < (isAskedAgain ? most : most / 2) else { return false }
        kept.insert(host)
        return true
    }
}
