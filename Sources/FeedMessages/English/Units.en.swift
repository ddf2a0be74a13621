extension EnglishMessages {
    /// Units.
    static let units: StaticString = """

        unit.second = {number} s
        unit.minute = {number} min
        unit.hour = {number} h
        unit.day = {number} d
        unit.bytes = {count} {count:byte|bytes}

        """
}
