import FeedConfiguration
import FeedModel
import FeedStages

/// Lets what comes on a weekend wait until Monday.
struct WorkdaysFilter: EntryFilter {
    static let type = "workdays"
    static let summary: LocalizedText = "what comes on a weekend waits until Monday"

    struct Configuration: StageConfiguration {
        let fridayUntil: Int

        init(from section: ConfigSection) {
            fridayUntil = section.option(
                "friday_until", default: 24, in: 0...24, help: "the hour of Friday at which the weekend begins")
        }
    }

    private let configuration: Configuration

    init(_ configuration: Configuration, services: Services) { self.configuration = configuration }

    /// It looks at no text, so that entries need not be brought with theirs.
    var readsBodies: Bool { false }

    /// It looks at each entry alone, so that a long backlog need not be in memory as a whole.
    var judgesEntriesAlone: Bool { true }

    func verdict(on candidate: Candidate, _ context: some FilterContext) -> Verdict {
        let today = context.zone.localTime(at: context.now)
        switch today.weekday {
        case 0, 6: return .hold(until: nil, because: "waits for Monday")
        case 5 where today.hour >= configuration.fridayUntil: return .hold(until: nil, because: "waits for Monday")
        default: return .keep
        }
    }
}
