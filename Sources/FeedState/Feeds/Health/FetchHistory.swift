/// Results of the last fetches of a source, one bit for each, the last fetch in the lowest bit.
struct FetchHistory: Equatable {
    /// Bits 0…31: which of the last 32 fetches failed. Bits from 32 on: how many fetches are recorded.
    private(set) var recent: Int64
    /// A bit for each of the last five successful fetches, the latest in bit 0: 1 means slow. Other bits are 0.
    private(set) var pace: Int64

    /// Makes a history of the columns with these names. A damaged column may hold any number.
    init(recent: Int64 = 0, pace: Int64 = 0) {
        self.recent = recent
        self.pace = pace
    }

    private static let most: Int64 = 32
    private static let failureBits: Int64 = 0xFFFF_FFFF
    private static let paceBits: Int64 = 0x1F

    /// How many fetches are recorded, at most 32.
    var fetches: Int { Int(min(max(recent >> Self.most, 0), Self.most)) }
    /// How many of these fetches failed.
    var failures: Int { (recent & Self.failureBits).nonzeroBitCount }
    /// How many of the last five complete fetches were slow.
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
