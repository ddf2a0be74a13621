import FeedJSON
import FeedModel

/// Encodes how much an entry is talked about as JSON, with all that its value is computed from.
enum BuzzJSON {
    /// Returns the text to store.
    static func encode(_ buzz: Buzz) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("publishers", buzz.publishers)
        if buzz.namedPublishers > 0 { writer.member("named", buzz.namedPublishers) }
        if buzz.isListed { writer.member("listed", 1) }
        writer.member("half_life", Int(buzz.halfLife.clampedMilliseconds))
        writer.name("numbers")
        writer.beginArray()
        for number in buzz.numbers {
            writer.beginObject()
            writer.member("name", number.name)
            writer.member("source", number.source)
            writer.member("value", number.value)
            writer.member("weight", Int((number.weight * weightUnit).rounded()))
            if number.isOfSelection { writer.member("listed", 1) }
            if !number.isAtLikeAge { writer.member("any_age", 1) }
            if let standing = number.standing {
                writer.member("below", standing.below)
                writer.member("not_above", standing.notAbove)
                writer.member("count", standing.count)
            }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Reads a stored text. Nil if it is damaged: an order is not worth an entry.
    static func decode(_ text: String) -> Buzz? {
        guard let value = try? JSONReader.read(Array(text.utf8)), let publishers = value["publishers"]?.int,
            let halfLife = value["half_life"]?.int, let numbers = value["numbers"]?.array
        else { return nil }
        return Buzz(
            numbers: numbers.compactMap(number), isListed: value["listed"] != nil, publishers: publishers,
            namedPublishers: max(0, value["named"]?.int ?? 0), halfLife: .milliseconds(halfLife))
    }

    private static func number(_ value: JSONValue) -> Buzz.ComparedNumber? {
        guard let name = value["name"]?.string, let source = value["source"]?.string, let number = value["value"]?.int,
            let weight = value["weight"]?.int
        else { return nil }
        return Buzz.ComparedNumber(
            name: name, source: source, value: number, standing: standing(value),
            isAtLikeAge: value["any_age"] == nil, isOfSelection: value["listed"] != nil,
            weight: min(max(Double(weight) / weightUnit, 0), 1))
    }

    private static func standing(_ value: JSONValue) -> NumberStanding? {
        guard let below = value["below"]?.int, let notAbove = value["not_above"]?.int, let count = value["count"]?.int
        else { return nil }
        return NumberStanding(below: below, notAbove: notAbove, count: count)
    }

    /// Weights are stored in ten-thousandths.
    private static let weightUnit = 10_000.0
}
