import ArgumentParser
import FeedConfiguration
import FeedModel

/// `--since 2d`, `--since 2026-11-20`, `--since 2026-11-20T07:00:00+09:00`: a moment in the past.
struct SinceOption: ExpressibleByArgument, Sendable, Hashable, CustomStringConvertible {
    private enum Given: Hashable {
        case ago(Duration)
        case day(CivilTime)
        case moment(Timestamp)
    }

    private let given: Given

    /// Two weeks.
    static let usual = SinceOption(given: .ago(.seconds(14 * 86_400)))

    private init(given: Given) { self.given = given }

    init?(argument: String) {
        if case .success(let duration) = DurationText.parse(argument) {
            given = .ago(duration)
        } else if let moment = Timestamp(rfc3339: argument) {
            given = .moment(moment)
        } else if argument.utf8.count == 10, let midnight = Timestamp(rfc3339: argument + "T00:00:00Z") {
            given = .day(CivilTime(midnight))
        } else {
            return nil
        }
    }

    /// The form in which a help shows it as the default.
    var description: String {
        switch given {
        case .ago(let duration): duration.manualText
        case .day(let day): day.timestamp()?.rfc3339() ?? ""
        case .moment(let moment): moment.rfc3339()
        }
    }

    /// Returns the moment. A day begins at midnight in `zone`.
    func moment(now: Timestamp, zone: Zone) -> Timestamp {
        switch given {
        case .ago(let duration): now - duration
        case .moment(let moment): moment
        // If clocks jump over midnight, the day begins at the jump.
        case .day(let day):
            zone.timestamps(of: day).first ?? day.timestamp(offset: zone.offset(at: day.timestamp() ?? now)) ?? now
        }
    }
}
