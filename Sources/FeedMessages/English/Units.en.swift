extension EnglishMessages {
    /// Units.
    static let units: StaticString = """

        unit.millisecond = {number} ms
        unit.second = {number} s
        unit.minute = {number} min
        unit.hour = {number} h
        unit.day = {number} d
        unit.days = {count} {count:day|days}
        unit.hours = {count} {count:hour|hours}
        unit.minutes = {count} {count:minute|minutes}
        unit.seconds = {count} {count:second|seconds}
        unit.milliseconds = {count} {count:millisecond|milliseconds}
        unit.bytes = {count} {count:byte|bytes}

        """
}
