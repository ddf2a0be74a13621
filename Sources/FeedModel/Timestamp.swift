/// A moment in whole milliseconds since 1970-01-01T00:00:00Z (POSIX time, no leap seconds).
///
/// Arithmetic clamps to the range 0001-01-01 … 9999-12-31, so hostile numbers can neither trap nor roll over.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Milliseconds since the epoch, within `Timestamp.range`.
    public let milliseconds: Int64

    /// 0001-01-01T00:00:00.000Z … 9999-12-31T23:59:59.999Z.
    public static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// Makes a moment; a number outside `range` is clamped.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Makes a moment from whole seconds since the epoch; clamped to `range`.
    public init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        self.init(milliseconds: overflow ? (seconds < 0 ? .min : .max) : product)
    }

    /// Whole seconds since the epoch, rounded down.
    public var seconds: Int64 { milliseconds.floorDivided(by: 1000) }

    /// The earlier moment is the smaller.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// The moment `duration` later; clamped to `range`.
    public static func + (moment: Timestamp, duration: Duration) -> Timestamp {
        let (sum, overflow) = moment.milliseconds.addingReportingOverflow(duration.clampedMilliseconds)
        return Timestamp(milliseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// The moment `duration` earlier; clamped to `range`.
    public static func - (moment: Timestamp, duration: Duration) -> Timestamp {
        moment + .milliseconds(-duration.clampedMilliseconds)
    }

    /// The time from `earlier` to `later`; negative if they are the other way round.
    public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        .milliseconds(later.milliseconds - earlier.milliseconds)  // both within `range`: cannot overflow
    }
}

extension Duration {
    /// Whole milliseconds, clamped to ±(2^62 - 1), so that a sum or a negation of two cannot overflow.
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

/// As the number of its milliseconds.
extension Timestamp: Codable {
    /// Reads the number; throws if it is none.
    public init(from decoder: any Decoder) throws {
        self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    /// Writes the number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}

extension Timestamp {
    /// The moment by which an entry is ordered and grouped: when it was published, or first seen if it does not say or
    /// says a later moment. What is dated ahead would stand above all others until its date comes.
    package static func ofEntry(published: Timestamp?, firstSeen: Timestamp) -> Timestamp {
        min(published ?? firstSeen, firstSeen)
    }
}
