/// A fault with its time, and what should be reported about it.
struct Fault: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        // Of one source.
        case slowHour = "timeouts for an hour"
        case blip = "a single 500"
        case busy = "503 with Retry-After for three hours"
        case brokenDay = "500 for 30 hours"
        case page = "a maintenance page for three days"
        case cut = "documents cut short for two days"
        case certificate = "an expired certificate for four days"
        case token = "a token that has expired, for five days"
        case gone = "gone (410)"
        case moved = "moved (301)"
        case dead = "the host vanishes for good"
        // Of the machine.
        case night = "no network for a night"
        case off = "the machine is switched off"
        case disk = "the disk is full for an evening"
        // Of the receiver of webhooks.
        case receiver = "the receiver answers 500 for three hours"
        case receiverDays = "the receiver answers 500 for two days"
    }

    let kind: Kind
    /// The index of the publisher, or nil.
    var source: Int?
    /// In milliseconds since 1970.
    let time: Range<Int64>

    /// The number of lines that report it: none for a short fault, else one for its start and, if it ends, one for its
    /// end. A host that has vanished has a second one after thirty days, when its source counts as dead.
    func expectedLines(until end: Int64) -> Int {
        switch kind {
        case .slowHour, .blip, .busy, .off: 0
        case .gone, .moved: 1
        case .dead: time.lowerBound + 32 * Publisher.day < end ? 2 : 1
        case .brokenDay, .page, .cut, .certificate, .token, .night, .disk, .receiver, .receiverDays: 2
        }
    }

    /// Whether it never ends.
    var isForEver: Bool { kind == .gone || kind == .moved || kind == .dead }

    /// Whether the source's server does not return its document.
    func withholds(at moment: Int64) -> Bool { source != nil && kind != .moved && time.contains(moment) }
}
