/// A length of time in the words of people.
enum Span {
    /// `45 s`, `12 min`, `8 h`, `3 d`: rounded down to one unit.
    static func text(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        return switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) d"
        }
    }

    /// `0.3 s`, `12 s`, `3 min`: what something took.
    static func taken(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "" }
        guard seconds < 10 else { return text(.seconds(Int64(seconds))) }
        let tenths = Int((seconds * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) s"
    }
}
