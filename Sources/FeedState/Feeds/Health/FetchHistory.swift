/// How the last fetches of a source went: a bit for each of them, the last one lowest.
struct FetchHistory: Equatable {
    /// Of the last 32: whether it failed; above them, how many they are.
    private(set) var recent: Int64
    /// Of the last five complete ones: whether it was slow.
    private(set) var pace: Int64

    /// From the columns of these names; a damaged one may hold any number.
    init(recent: Int64 = 0, pace: Int64 = 0) {
        self.recent = recent
        self.pace = pace
    }

    private static let most: Int64 = 32
    private static let failureBits: Int64 = 0xFFFF_FFFF
    private static let paceBits: Int64 = 0x1F

    /// Fetches that are remembered.
    var fetches: Int { Int(min(max(recent >> Self.most, 0), Self.most)) }
    /// Those of them that failed.
    var failures: Int { (recent & Self.failureBits).nonzeroBitCount }
    /// Of the last five complete ones, those that were slow.
    var slowFetches: Int { (pace & Self.paceBits).nonzeroBitCount }

    mutating func addFailure() { add(1) }

    mutating func addSuccess(isSlow: Bool) {
        add(0)
        pace = (pace << 1 | (isSlow ? 1 : 0)) & Self.paceBits
    }

    private mutating func add(_ failure: Int64) {
        let count = min(Int64(fetches) + 1, Self.most)
        recent = count << Self.most | (recent << 1 | failure) & Self.failureBits
    }
}
