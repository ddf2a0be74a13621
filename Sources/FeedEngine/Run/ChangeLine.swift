package import FeedModel
import FeedStages
package import FeedState

/// A change that waits to be reported. The state keeps it until then.
package struct ChangeLine: Sendable, Hashable {
    /// The change.
    package var change: RunReport.Change
    /// The number under which the state keeps it; nil if it could not be kept.
    package var number: Int64?
    /// When the line was found.
    package var madeAt: Timestamp
    /// Whether an earlier run found it and could not report it.
    package var isOfEarlierRun: Bool
    /// Whether the line was sent to the sinks of `settings.notices`.
    package var isNoticed: Bool

    package init(
        _ change: RunReport.Change, number: Int64? = nil, madeAt: Timestamp, isOfEarlierRun: Bool = false,
        isNoticed: Bool = false
    ) {
        self.change = change
        self.number = number
        self.madeAt = madeAt
        self.isOfEarlierRun = isOfEarlierRun
        self.isNoticed = isNoticed
    }

    /// Makes the line that the state has kept.
    package init(_ kept: KeptLine, isOfEarlierRun: Bool = false) {
        self.init(
            RunReport.Change(kept.fact), number: kept.number, madeAt: kept.madeAt, isOfEarlierRun: isOfEarlierRun)
    }
}

/// A text for people about one change, or about several that belong together.
package struct ChangeText: Sendable {
    /// The text, without the program's name before it.
    package var text: String
    /// The lines that the text reports; never empty.
    package var lines: [ChangeLine]

    package init(_ text: String, of lines: [ChangeLine]) {
        self.text = text
        self.lines = lines
    }
}

extension RunReport.Change {
    /// The change as the state keeps it.
    var fact: LineFact {
        unread.map { LineFact(kind: kind.rawValue, json: $0) } ?? LineFact(kind: kind.rawValue, self)
    }

    /// Reads a change that the state has kept. One that this version cannot read becomes `unreadable`.
    init(_ fact: LineFact) {
        if fact.kind == LineFact.findingKind, let finding: StageError = fact.value() {
            self = .warning(finding)
        } else if let change: Self = fact.value(), Kind.standard.contains(change.kind) {
            self = change
        } else {
            self = .unreadable(kind: fact.kind, fact: fact.json)
        }
    }
}
