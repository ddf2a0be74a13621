import FeedModel
import FeedStages

/// The remaining requests that a response reports: in Qiita's `Rate-…`, in the common `X-RateLimit-…`, or in
/// `RateLimit-…` and `RateLimit` of the drafts 03 to 10 of the IETF's httpapi group.
struct RateLimitFields: Hashable {
    /// Requests in each period, or nil.
    var allowed: Int?
    /// Requests left.
    var remaining: Int
    /// When the next period begins, at most a day ahead: a wrong number must not stop a source for longer.
    var resetsAt: Timestamp

    private static let families = ["rate-", "x-ratelimit-", "x-rate-limit-", "ratelimit-"]
    /// The most digits that are read of a number.
    private static let mostDigits = 15

    /// Reads header fields with lower-case names; nil if they lack the remaining number or the end of the period.
    init?(_ headers: [(name: String, value: String)], at now: Timestamp) {
        // Most responses have none of these fields.
        guard headers.contains(where: { $0.name.hasPrefix("rate") || $0.name.hasPrefix("x-rate") }) else { return nil }
        func value(_ name: String) -> String? { headers.first { $0.name == name }?.value }
        for family in Self.families {
            guard let remaining = value(family + "remaining").flatMap(Self.number),
                let reset = value(family + "reset").flatMap(Self.number)
            else { continue }
            self.init(
                allowed: value(family + "limit").flatMap(Self.number), remaining: remaining, reset: reset,
                now: now, serverTime: value("date").flatMap { FeedDate.parse($0) })
            return
        }
        guard let field = value("ratelimit"),
            let remaining = Self.parameter("r", of: field) ?? Self.parameter("remaining", of: field),
            let reset = Self.parameter("t", of: field) ?? Self.parameter("reset", of: field)
        else { return nil }
        let allowed =
            Self.parameter("limit", of: field)
            ?? value("ratelimit-policy").flatMap { Self.parameter("q", of: $0) }
        self.init(allowed: allowed, remaining: remaining, reset: reset, now: now, serverTime: nil)
    }

    private init(allowed: Int?, remaining: Int, reset: Int, now: Timestamp, serverTime: Timestamp?) {
        let wait: Duration =
            switch reset {
            // Seconds or milliseconds since 1970. They are compared with the server's `Date`: our clock may be wrong.
            case 1_000_000_000_000...: Timestamp(milliseconds: Int64(reset)) - (serverTime ?? now)
            case 1_000_000_000...: Timestamp(seconds: Int64(reset)) - (serverTime ?? now)
            default: .seconds(reset)
            }
        self.allowed = allowed == 0 ? nil : allowed
        self.remaining = remaining
        resetsAt = now + min(max(wait, .zero), .seconds(86_400))
    }

    /// Reads the digits at the beginning and ignores the rest (`, 100;w=60`, `.0`).
    private static func number(_ text: String) -> Int? {
        let digits = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { return nil }
        return digits.prefix(mostDigits).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Reads `name=` in a list of parameters (`"default";r=50;t=30`, `limit=100, remaining=50, reset=5`).
    private static func parameter(_ name: String, of field: String) -> Int? {
        for part in field.utf8.split(whereSeparator: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }) {
            let part = part.drop { $0 == 0x20 || $0 == 0x09 }
            guard part.starts(with: name.utf8) else { continue }
            let rest = part.dropFirst(name.utf8.count)
            guard rest.first == UInt8(ascii: "=") else { continue }
            return number(String(decoding: rest.dropFirst(), as: UTF8.self))
        }
        return nil
    }
}
