extension Timestamp {
    /// RFC 3339 text such as `2026-11-20T07:00:00+09:00`, or `…Z` where `offset` (seconds east of UTC) is 0.
    ///
    /// Milliseconds are written only if there are any.
    public func rfc3339(offset: Int = 0) -> String {
        let time = CivilTime(self, offset: offset)
        var text = "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2))"
        text += "T\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
        if time.millisecond > 0 { text += ".\(padded(time.millisecond, 3))" }
        guard offset != 0 else { return text + "Z" }
        let minutes = abs(offset) / 60
        return text + "\(offset < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
    }
}

/// A number not below zero with leading zeros up to `width` digits.
public func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
