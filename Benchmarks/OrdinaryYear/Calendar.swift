import FeedModel

/// A day in Tokyo, with its weekday and holidays.
struct Calendar {
    /// 0...6; 0 is Sunday.
    let weekday: Int
    let dayOfMonth: Int
    /// Whether it is one of the days of New Year or of Obon.
    let isHoliday: Bool

    /// - Parameter day: the day's beginning in Tokyo, in milliseconds since 1970.
    init(day: Int64) {
        let local = day + 9 * Publisher.hour
        // 1 January 1970 was a Thursday.
        weekday = Int((local / Publisher.day + 4) % 7)
        let text = Timestamp(milliseconds: local).rfc3339()
        let month = Int(text.dropFirst(5).prefix(2)) ?? 0
        dayOfMonth = Int(text.dropFirst(8).prefix(2)) ?? 0
        isHoliday =
            switch month {
            case 12: dayOfMonth >= 29
            case 1: dayOfMonth <= 3
            case 8: (13...16).contains(dayOfMonth)
            default: false
            }
    }

    var isWorkday: Bool { weekday != 0 && weekday != 6 && !isHoliday }
}
