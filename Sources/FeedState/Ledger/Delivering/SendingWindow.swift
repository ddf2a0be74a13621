import FeedModel

/// Counts the messages that a sink sent lately, over several runs, so that no span of time holds more than its rate
/// allows.
///
/// The span is cut into sixty slots. The oldest slot counts in full although part of it lies outside the span, so at
/// worst a sixtieth of the rate is lost. The stored form is `milliseconds-of-a-slot slot:count slot:count …`.
struct SendingWindow {
    private static let slotsInSpan: Int64 = 60
    /// The largest believable count of a slot.
    private static let mostCounted = 1_000_000_000

    private let slotLength: Int64
    private let now: Int64
    private var counts: [(slot: Int64, count: Int)] = []

    /// Reads the stored form. Counts of another rate or of the future are ignored.
    init(span: Duration, kept: String, now: Timestamp) {
        // Rounded up, so that sixty slots are never shorter than the span.
        slotLength = max(1, span.clampedMilliseconds / Self.slotsInSpan + 1)
        self.now = now.milliseconds
        let present = slot(at: self.now)
        var words = kept.split(separator: " ")
        guard !words.isEmpty, Int64(words.removeFirst()) == slotLength else { return }
        for word in words.prefix(Int(Self.slotsInSpan) + 2) {
            let parts = word.split(separator: ":")
            guard parts.count == 2, let slot = Int64(parts[0]), let count = Int(parts[1]), count > 0,
                count <= Self.mostCounted,
                slot <= present, slot >= present &- Self.slotsInSpan
            else { continue }
            counts.append((slot, count))
        }
    }

    /// The stored form.
    var text: String {
        ([String(slotLength)] + counts.map { "\($0.slot):\($0.count)" }).joined(separator: " ")
    }

    /// Counts a message and returns nil if there are fewer than `most`. Otherwise returns when there will be.
    mutating func take(of most: Int) -> Timestamp? {
        var sum = counts.reduce(0) { $0.addingReportingOverflow($1.count).partialValue }
        guard sum >= most else {
            let present = slot(at: now)
            if counts.last?.slot == present {
                counts[counts.count - 1].count += 1
            } else {
                counts.append((present, 1))
            }
            return nil
        }
        for (slot, count) in counts {
            sum -= count
            if sum < most {
                let (start, _) = (slot &+ Self.slotsInSpan &+ 1).multipliedReportingOverflow(by: slotLength)
                return Timestamp(milliseconds: start)
            }
        }
        return Timestamp(milliseconds: now)
    }

    private func slot(at moment: Int64) -> Int64 {
        // Rounded down, also before 1970.
        let (quotient, remainder) = moment.quotientAndRemainder(dividingBy: slotLength)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
