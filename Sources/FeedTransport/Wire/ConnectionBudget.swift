/// Decides which connections stay open after their transfer, and whether names are remembered.
///
/// libcurl 7.88 walks over all hosts it ever evicted a connection of, and over all names it knows, for every new one:
/// with 10,000 hosts that was two thirds of the work. So connections beyond the budget are closed by their own
/// transfer and never evicted, and a run over many hosts remembers no names.
struct ConnectionBudget {
    /// Hosts up to which names are remembered.
    static let mostNames = 512

    private let most: Int
    private var asked: Set<String> = []
    private var kept: Set<String> = []

    /// Makes a budget of `most` idle connections.
    init(most: Int) { self.most = max(1, most) }

    /// Whether names are worth remembering.
    var remembersNames: Bool { asked.count <= Self.mostNames }

    /// Whether the connection of a host's next transfer stays open; `hasMore`: whether others wait for the host.
    ///
    /// A host that is asked again (the next page) has half of the budget to itself.
    mutating func keeps(_ host: String, hasMore: Bool) -> Bool {
        let isAskedAgain = !asked.insert(host).inserted
        if kept.contains(host) || hasMore { return true }
        guard kept.count < (isAskedAgain ? most : most / 2) else { return false }
        kept.insert(host)
        return true
    }
}
