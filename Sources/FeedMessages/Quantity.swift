package import FeedModel

/// Numbers, lengths of time, sizes and lists as people of a language write them.
package enum Quantity {
    /// A whole number with its thousands set apart: `12,345`.
    package static func grouped(_ number: Int) -> String {
        var digits = Array(String(number.magnitude).utf8)
        var place = digits.count - 3
        while place > 0 {
            digits.insert(UInt8(ascii: ","), at: place)
            place -= 3
        }
        return (number < 0 ? "-" : "") + String(decoding: digits, as: UTF8.self)
    }

    /// `45 s`, `12 min`, `8 h`, `3 d`: rounded down to one unit. In Japanese `45秒`, `12分`, `8時間`, `3日`.
    package static func span(_ duration: Duration, in language: DigestLocale) -> String {
        let seconds = max(0, duration.components.seconds)
        let (number, unit) =
            switch seconds {
            case ..<120: (seconds, "unit.second")
            case ..<7200: (seconds / 60, "unit.minute")
            case ..<172_800: (seconds / 3600, "unit.hour")
            default: (seconds / 86_400, "unit.day")
            }
        return measure(String(number), unit, in: language)
    }

    private static let parts: [(milliseconds: Int64, name: String)] = [
        (86_400_000, "unit.days"), (3_600_000, "unit.hours"), (60_000, "unit.minutes"), (1000, "unit.seconds"),
        (1, "unit.milliseconds"),
    ]

    /// `7 days`, `1 hour 30 minutes`: every unit that is not zero. In Japanese `7日`, `1時間30分`.
    package static func duration(_ duration: Duration, in language: DigestLocale) -> String {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = max(0, seconds).multipliedReportingOverflow(by: 1000)
        var rest = overflow ? .max : whole &+ max(0, attoseconds) / 1_000_000_000_000_000
        var texts: [String] = []
        for part in parts where rest >= part.milliseconds || (rest == 0 && texts.isEmpty && part.milliseconds == 1000) {
            let count = Int(rest / part.milliseconds)
            texts.append(MessageCatalogue.text(part.name, ["count": .number(count)], in: language) ?? String(count))
            rest %= part.milliseconds
        }
        return texts.joined(separator: language == .ja ? "" : " ")
    }

    /// `12 ms`, `0.3 s`, `12 s`, `3 min`: what something took; empty if that is no length of time.
    package static func taken(_ seconds: Double, in language: DigestLocale) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "" }
        guard seconds < 10 else { return span(.seconds(Int64(seconds)), in: language) }
        let tenths = Int((seconds * 10).rounded())
        guard tenths > 0 else {
            return measure(String(Int((seconds * 1000).rounded())), "unit.millisecond", in: language)
        }
        return measure("\(tenths / 10).\(tenths % 10)", "unit.second", in: language)
    }

    private static let units: [(bytes: Int64, name: String)] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]

    /// `16 MiB` where it is a whole number of them; else the number of bytes.
    package static func size(_ bytes: Int64, in language: DigestLocale) -> String {
        if bytes > 0, let unit = units.first(where: { bytes >= $0.bytes && bytes % $0.bytes == 0 }) {
            return "\(bytes / unit.bytes) \(unit.name)"
        }
        return MessageCatalogue.text("unit.bytes", ["count": .number(Int(bytes))], in: language) ?? String(bytes)
    }

    /// `3.4 MiB`: rounded.
    package static func roundSize(_ bytes: Int64, in language: DigestLocale) -> String {
        guard let unit = units.first(where: { bytes >= $0.bytes }) else { return size(bytes, in: language) }
        let tenths = bytes / (unit.bytes / 10)
        return "\(tenths / 10).\(tenths % 10) \(unit.name)"
    }

    /// `a`, `a and b`, `a, b and c`; in Japanese `a、b、c`.
    package static func list(_ parts: [String], in language: DigestLocale) -> String {
        language == .ja ? parts.joined(separator: "、") : enumeration(parts, "and")
    }

    /// `a`, `a or b`, `a, b or c`; in Japanese `a、b、c`.
    package static func either(_ parts: [String], in language: DigestLocale) -> String {
        language == .ja ? parts.joined(separator: "、") : enumeration(parts, "or")
    }

    /// `a, b, c`; in Japanese `a、b、c`.
    package static func row(_ parts: [String], in language: DigestLocale) -> String {
        parts.joined(separator: language == .ja ? "、" : ", ")
    }

    private static func enumeration(_ parts: [String], _ word: String) -> String {
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return "\(parts.dropLast().joined(separator: ", ")) \(word) \(last)"
    }

    private static func measure(_ number: String, _ unit: String, in language: DigestLocale) -> String {
        MessageCatalogue.text(unit, ["number": .text(number)], in: language) ?? number
    }
}
