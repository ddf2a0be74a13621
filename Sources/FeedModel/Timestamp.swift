/// A moment in whole milliseconds since 1970-01-01T00:00:00Z (POSIX time, no leap seconds).
///
/// Arithmetic clamps to 0001-01-01 … 9999-12-31. Hostile numbers can neither trap nor wrap.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Milliseconds since the epoch, within `Timestamp.range`.
    public let milliseconds: Int64

    /// 0001-01-01T00:00:00.000Z … 9999-12-31T23:59:59.999Z.
    public static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// Makes a moment. A number outside `range` is clamped.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Makes a moment from whole seconds since the epoch. The result is clamped to `range`.
    public init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        self.init(milliseconds: overflow ? (seconds < 0 ? .min : .max) : product)
    }

    /// Whole seconds since the epoch, rounded down.
    public var seconds: Int64 { milliseconds.floorDivided(by: 1000) }

    /// Whether `left` is the earlier moment.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// Returns the moment `duration` later, cut to milliseconds and clamped to `range`.
    public static func + (moment: Timestamp, duration: Duration) -> Timestamp {
        let (sum, overflow) = moment.milliseconds.addingReportingOverflow(duration.clampedMilliseconds)
        return Timestamp(milliseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// Returns the moment `duration` earlier, cut to milliseconds and clamped to `range`.
    public static func - (moment: Timestamp, duration: Duration) -> Timestamp {
        moment + .milliseconds(-duration.clampedMilliseconds)
    }

    /// Returns the time from `earlier` to `later`; negative if `later` is the earlier one.
    public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        .milliseconds(later.milliseconds - earlier.milliseconds)  // both within `range`: cannot overflow
    }
}

extension Duration {
    /// Whole milliseconds, clamped within ±2^62. The sum or negation of two such numbers cannot overflow.
    public var clampedMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let limit: Int64 = (1 << 62) / 1000 - 1
        let bounded = min(max(seconds, -limit), limit)
        return bounded * 1000 + attoseconds / 1_000_000_000_000_000
    }
}

extension Int64 {
    /// The quotient rounded towards minus infinity; `divisor` must be positive.
    package func floorDivided(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}

/// Coded as the number of milliseconds.
extension Timestamp: Codable {
    /// Reads the number and clamps it to `Timestamp.range`. Throws a `DecodingError` if it is no integer.
    public init(from decoder: any Decoder) throws {
        self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    /// Writes the number. Throws the encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}

extension Timestamp {
    /// Returns the moment that orders and groups an entry: `published`, or `firstSeen` if that is earlier or
    /// `published` is nil. Without this limit, an entry dated ahead would be first until its date comes.
    package static func ofEntry(published: Timestamp?, firstSeen: Timestamp) -> Timestamp {
        min(published ?? firstSeen, firstSeen)
    }
}
