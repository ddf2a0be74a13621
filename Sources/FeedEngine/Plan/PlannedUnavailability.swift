import FeedConfiguration
package import FeedStages

/// What a source, a sink or a pipeline of the configuration lacks on this machine now, so that it alone cannot work.
package struct PlannedUnavailability: Sendable {
    /// What is lacking, with its place as the subject.
    package var error: StageError
    /// Whether what a source asks for, and with it its identity, may hang on what is lacking.
    package var hidesRequest: Bool

    /// The first of several values; nil if there are none.
    init?(_ unavailableValues: [UnavailableValue], hidesRequest: Bool = false) {
        let first = unavailableValues.min { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
        guard let first else { return nil }
        error = StageError(first)
        self.hidesRequest = hidesRequest
    }
}

extension StageError {
    fileprivate init(_ unavailable: UnavailableValue) {
        let code: Code =
            switch unavailable.kind {
            case .missing: .valueMissing
            case .empty: .credentialEmpty
            case .malformed: .credentialMalformed
            case .notPrinted: .secretFailed
            }
        self.init(
            code, subject: "\(unavailable.place.file):\(unavailable.place.line):\(unavailable.place.column)",
            phrases: [.found: unavailable.message, .advice: unavailable.cure])
    }
}

extension PlanAssembly {
    /// What was lacking before a part of the configuration was read, to tell what is lacking in it.
    struct UnavailabilityMark {
        fileprivate let secrets: Int
        fileprivate let unasked: Int
    }

    var unavailabilityMark: UnavailabilityMark {
        UnavailabilityMark(secrets: secrets.unavailableValues.count, unasked: secrets.unasked.count)
    }

    /// The options of a part, read since `mark`, whose secrets would be printed by programs that are not run now.
    func unasked(in section: ConfigSection, since mark: UnavailabilityMark) -> [String] {
        secrets.unasked[mark.unasked...].map { Self.option(of: $0, in: section) }
    }

    private static func option(of path: String, in section: ConfigSection) -> String {
        path.split(separator: ".").dropFirst(section.path.split(separator: ".").count).first.map(String.init) ?? ""
    }

    /// What is lacking in a part that was read since `mark`, each with the option of the part that needs it.
    func unavailableValues(in section: ConfigSection, since mark: UnavailabilityMark) -> [(
        option: String, unavailable: UnavailableValue
    )] {
        // A recording has been made where they were not lacking.
        guard reader.purpose != .replay else { return [] }
        let variables = (section.node.map ?? []).flatMap { pair in pair.value.unavailableValues.map { (pair.key, $0) } }
        return variables
            + secrets.unavailableValues[mark.secrets...].map { (Self.option(of: $0.path, in: section), $0) }
    }

    /// What the filters of a pipeline lack, those of the chains that it uses among them.
    func unavailableValues(in node: Node, using steps: [Step], of chains: Chains) -> [UnavailableValue] {
        guard reader.purpose != .replay else { return [] }
        var (waiting, seen) = (steps, Set<String>())
        var unavailableValues = node.unavailableValues
        while let step = waiting.popLast() {
            guard case .use(let chain, _) = step, seen.insert(chain).inserted else { continue }
            unavailableValues += chains.unavailableValues[chain] ?? []
            waiting += chains.steps[chain] ?? []
        }
        return unavailableValues
    }
}
