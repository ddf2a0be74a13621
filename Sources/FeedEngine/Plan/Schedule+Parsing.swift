package import FeedConfiguration
import FeedMessages

extension Schedule {
    /// The error of a text that is not a schedule.
    package struct Mistake: Error, Hashable {
        /// What is wrong, with the name of the field.
        package let message: LocalizedText
        /// How to correct the mistake, or nil.
        package let suggestion: LocalizedText?

        init(_ message: LocalizedText, suggestion: LocalizedText? = nil) {
            self.message = message
            self.suggestion = suggestion
        }
    }

    private static let shorthands = [
        "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *", "@weekly": "0 0 * * 0",
        "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@hourly": "0 * * * *",
    ]

    /// Reads five fields, or a word such as `@daily`, from at most 256 bytes. Throws `Mistake`.
    package init(parsing expression: String) throws(Mistake) {
        let fields = try Self.fields(of: expression)
        self.expression = expression
        minutes = try ScheduleField.minute.parse(fields[0])
        hours = try ScheduleField.hour.parse(fields[1])
        days = try ScheduleField.day.parse(fields[2])
        months = try ScheduleField.month.parse(fields[3])
        weekdays = try ScheduleField.weekday.parse(fields[4])
        guard weekdays.isStar, !days.isStar else { return }
        let longest = (1...12).filter { months.contains($0) }.map {
            $0 == 2 ? 29 : $0 == 4 || $0 == 6 || $0 == 9 || $0 == 11 ? 30 : 31
        }
        guard (1...(longest.max() ?? 31)).contains(where: days.contains) else {
            throw Mistake(
                .message("schedule.no_such_day", ["months": .text(fields[3]), "days": .text(fields[2])]))
        }
    }

    private static func fields(of expression: String) throws(Mistake) -> [String] {
        guard expression.utf8.count <= 256 else { throw Mistake(.message("schedule.too_long")) }
        let words = expression.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 })
            .map { String(decoding: $0, as: UTF8.self) }
        if let word = words.first, word.utf8.first == UInt8(ascii: "@") {
            if words.count == 1, let fields = shorthands[word.lowercased()] { return try Self.fields(of: fields) }
            let meant = Spelling.nearest(to: word, among: shorthands.keys.sorted())
            throw Mistake(
                .message("schedule.unknown_word", ["word": .text(word)]),
                suggestion: meant.map { .message("schedule.word_meant", ["word": .text($0)]) }
                    ?? .message("schedule.perhaps_daily"))
        }
        guard words.count == 5 else {
            throw Mistake(
                .message("schedule.five_fields", ["count": .number(words.count)]),
                suggestion: .message("schedule.example"))
        }
        return words
    }
}

/// One of the five fields: its name, its range and its words.
private struct ScheduleField {
    let name: MessageArgument
    let range: ClosedRange<Int>
    var words: [String] = []

    static let minute = ScheduleField(name: .message("schedule.minute"), range: 0...59)
    static let hour = ScheduleField(name: .message("schedule.hour"), range: 0...23)
    static let day = ScheduleField(name: .message("schedule.day"), range: 1...31)
    static let month = ScheduleField(
        name: .message("schedule.month"), range: 1...12,
        words: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"])
    /// 0 and 7 are Sunday.
    static let weekday = ScheduleField(
        name: .message("schedule.weekday"), range: 0...7, words: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"])

    /// Reads `*`, `5`, `1-5` or `mon-fri`, each with an optional step (`*/15`), and lists of these.
    func parse(_ text: String) throws(Schedule.Mistake) -> FieldSet {
        var set = FieldSet()
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pieces = part.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            let step = pieces.count == 2 ? try number(pieces[1], in: 1...max(range.upperBound, 1), of: text) : nil
            let bounds = try bounds(pieces[0], hasStep: step != nil, in: text)
            if pieces[0] == "*" { set.isStar = true }
            for value in stride(from: bounds.lowerBound, through: bounds.upperBound, by: step ?? 1) {
                set.insert(range.upperBound == 7 ? value % 7 : value)
            }
        }
        return set
    }

    private func bounds(
        _ text: Substring, hasStep: Bool, in field: String
    ) throws(Schedule.Mistake) -> ClosedRange<Int> {
        if text == "*" { return range.upperBound == 7 ? 0...6 : range }
        let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let first = try value(ends[0], of: field)
        guard ends.count == 2 else { return first...(hasStep ? range.upperBound : first) }
        var last = try value(ends[1], of: field)
        if range.upperBound == 7, last == 0, first > 0 { last = 7 }  // fri-sun
        guard first <= last else {
            throw Schedule.Mistake(
                .message(
                    "schedule.backwards",
                    ["field": name, "text": .text(field), "range": MessageArgument(text)]))
        }
        return first...last
    }

    /// Reads a value of the field: a number, or a word such as `mon`.
    private func value(_ text: Substring, of field: String) throws(Schedule.Mistake) -> Int {
        if let index = words.firstIndex(of: text.lowercased()) { return range.lowerBound + index }
        return try number(text, in: range, of: field, orOneOf: words)
    }

    private func number(
        _ text: Substring, in range: ClosedRange<Int>, of field: String, orOneOf words: [String] = []
    ) throws(Schedule.Mistake) -> Int {
        guard !text.isEmpty, text.utf8.count <= 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text)
        else {
            var facts: [String: MessageArgument] = [
                "field": name, "text": .text(field), "found": MessageArgument(text),
            ]
            if let first = words.first, let last = words.last {
                facts["words"] = .message("config.range", ["least": .text(first), "most": .text(last)])
            }
            throw Schedule.Mistake(.message("schedule.not_a_number", facts))
        }
        guard range.contains(number) else {
            throw Schedule.Mistake(
                .message(
                    "schedule.outside",
                    [
                        "field": name, "text": .text(field), "number": .number(number),
                        "range": .message(
                            "config.range", ["least": .number(range.lowerBound), "most": .number(range.upperBound)]),
                    ]))
        }
        return number
    }
}

extension Schedule: ConfigValue {
    /// Five fields or a word.
    package static var typeName: LocalizedText { .message("type.schedule") }
    /// What is accepted.
    package static var schema: ValueSchema {
        .pattern("^\\s*(@[a-z]+|(\\S+\\s+){4}\\S+)\\s*$")
    }
    /// Midnight. No run uses it.
    package static var placeholder: Schedule {
        var midnight = FieldSet()
        midnight.insert(0)
        return Schedule(
            expression: "", minutes: midnight, hours: midnight, days: FieldSet(), months: FieldSet(),
            weekdays: FieldSet())
    }
    /// Reads five fields, or a word such as `@daily`; reports anything else and returns nil.
    package static func read(_ node: Node, in section: ConfigSection) -> Schedule? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        do {
            return try Schedule(parsing: text)
        } catch {
            section.report(
                .message("config.of_option", ["path": .text(section.path), "what": .message(error.message)]),
                at: node.place, suggestion: error.suggestion)
            return nil
        }
    }
    /// As written.
    package var manualText: String { expression }
}
