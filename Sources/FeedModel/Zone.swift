/// A time zone as a value: what a clock shows at any moment (RFC 8536 data, no Foundation).
public struct Zone: Sendable, Hashable {
    /// The name it was asked for by, such as `Asia/Tokyo`.
    public let name: String

    let transitions: [Transition]
    let initialOffset: Int
    let footer: PosixZoneRule?

    struct Transition: Sendable, Hashable {
        let seconds: Int64
        let offset: Int
    }

    /// Coordinated Universal Time.
    public static let utc = Zone(name: "UTC", fixedOffset: 0)

    /// A zone whose clock never changes; `fixedOffset` in seconds east of UTC.
    public init(name: String, fixedOffset: Int) {
        self.name = name
        transitions = []
        initialOffset = fixedOffset
        footer = nil
    }
}
