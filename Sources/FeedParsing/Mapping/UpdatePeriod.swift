/// The update period of a feed, from RSS 1.0's syndication module.
enum UpdatePeriod {
    /// Seconds of `hourly`, `daily`, `weekly`, `monthly` (30 days) or `yearly` (365 days); nil for anything else.
    static func seconds(_ word: String) -> Int? {
        let hour = 3600
        return switch word.lowercased() {
        case "hourly": hour
        case "daily": 24 * hour
        case "weekly": 7 * 24 * hour
        case "monthly": 30 * 24 * hour
        case "yearly": 365 * 24 * hour
        default: nil
        }
    }
}
