/// Durations and sizes in words for people.
enum UnitText {
    /// Returns `16 MiB` for a number of bytes, exactly. A text that is no number stays unchanged.
    static func size(_ bytes: String) -> String {
        guard let count = Int(bytes), count >= 0 else { return bytes }
        let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
        guard let (unit, name) = units.first(where: { count >= $0.0 && count % $0.0 == 0 }) else {
            return count == 1 ? "1 byte" : "\(count) bytes"
        }
        return "\(count / unit) \(name)"
    }

    /// Returns `3.4 MiB` for a number of bytes, rounded down.
    static func roundSize(_ bytes: Int64) -> String {
        let units = [(Int64(1) << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
        guard let (unit, name) = units.first(where: { bytes >= $0.0 }) else { return size(String(bytes)) }
        let tenths = bytes / (unit / 10)
        return "\(tenths / 10).\(tenths % 10) \(name)"
    }

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

    /// Returns how long something took: `0.3 s`, `12 s`, `3 min`; empty below 0.05 s.
    static func taken(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "" }
        guard seconds < 10 else { return text(.seconds(Int64(seconds))) }
        let tenths = Int((seconds * 10).rounded())
        return tenths == 0 ? "" : "\(tenths / 10).\(tenths % 10) s"
    }
}
