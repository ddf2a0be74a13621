import FeedMessages
import FeedModel
import FeedRendering

/// How much an entry is talked about, as the sum that decided its place: each number, the publishers, the age.
struct BuzzText {
    private let buzz: Buzz
    private let age: Duration
    private let localized: Localizer

    /// Makes the sum at an age of the entry.
    init(_ buzz: Buzz, age: Duration, _ localized: Localizer) {
        self.buzz = buzz
        self.age = max(age, .zero)
        self.localized = localized
    }

    var lines: [String] {
        guard let value = buzz.value else { return [localized("why.buzz.unknown")] + buzz.numbers.map(line) }
        var lines = [
            localized(
                "why.buzz",
                [
                    "value": share(value), "readers": share(buzz.shareOfReaders),
                    "publishers": share(buzz.shareOfPublishers),
                ])
        ]
        lines += buzz.numbers.map(line)
        if buzz.isListed {
            lines.append(
                "  " + localized("why.buzz.listed", ["share": share(Buzz.share(ofPercentile: Buzz.leastOfSelection))]))
        }
        var publishers: [String: MessageArgument] = [
            "count": .number(buzz.publishers), "share": share(buzz.shareOfPublishers),
        ]
        if buzz.namedPublishers > 0 { publishers["named"] = .number(buzz.namedPublishers) }
        lines.append("  " + localized("why.buzz.publishers", publishers))
        let factor = buzz.factor(atAge: age)
        lines.append(
            "  "
                + localized(
                    "why.buzz.age",
                    [
                        "age": .span(age), "half_life": .span(buzz.halfLife), "factor": share(factor),
                        "result": share(value * factor),
                    ]))
        if !buzz.isAboveOrdinary { lines.append("  " + localized("why.buzz.ordinary")) }
        return lines
    }

    private func line(_ number: Buzz.ComparedNumber) -> String {
        var arguments: [String: MessageArgument] = [
            "number": .text(
                DigestWords(localized.language).counted(
                    number.value, of: number.name, topPercent: nil)),
            "source": .text(VisibleText.line(number.source)),
        ]
        guard let standing = number.standing else { return "  " + localized("why.buzz.no_samples", arguments) }
        guard let strength = number.strength, let share = number.share else {
            arguments["count"] = .number(standing.count)
            return "  " + localized("why.buzz.constant", arguments)
        }
        arguments["below"] = .number(standing.below)
        arguments["equal"] = .number(standing.notAbove - standing.below)
        arguments["count"] = .number(standing.count)
        arguments["percentile"] = .number(Int((strength * 100).rounded()))
        arguments["weight"] = self.share(number.weight)
        arguments["share"] = self.share(share)
        let text =
            number.isAtLikeAge
            ? localized("why.buzz.number", arguments) : localized("why.buzz.number_any_age", arguments)
        return "  " + text
    }

    /// Returns a share with two digits: `0.83`.
    private func share(_ value: Double) -> MessageArgument {
        let hundredths = Int((min(max(value, 0), 1) * 100).rounded())
        return .text("\(hundredths / 100).\(padded(hundredths % 100, 2))")
    }
}
