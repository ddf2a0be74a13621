/// The rule after the last transition: RFC 8536 §3.3's footer, a POSIX TZ string.
struct PosixZoneRule: Sendable, Hashable {
    let standardOffset: Int
}
