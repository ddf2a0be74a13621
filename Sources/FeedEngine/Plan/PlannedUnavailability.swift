import FeedConfiguration
package import FeedStages

/// A value that is missing on this machine now, so that one source, sink or pipeline cannot work.
package struct PlannedUnavailability: Sendable {
    /// The error, with the place of the missing value as its subject.
    package var error: StageError { cause.error }
    private let cause: Cause
    /// Whether the request of a source, and so its identity, may depend on the missing value.
    package var hidesRequest: Bool

    /// An error behind one pointer: of 100,000 sources most lack nothing.
    private final class Cause: Sendable {
        let error: StageError

        init(_ error: StageError) { self.error = error }
    }

    /// Makes it of the first value in the file; nil if there are none.
    init?(_ unavailableValues: [UnavailableValue], hidesRequest: Bool = false) {
        let first = unavailableValues.min { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
        guard let first else { return nil }
        cause = Cause(StageError(first))
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
    /// The values that were missing before a part of the configuration was read. The difference belongs to that part.
    struct UnavailabilityMark {
        fileprivate let secrets: Int
        fileprivate let unasked: Int
    }

    var unavailabilityMark: UnavailabilityMark {
        UnavailabilityMark(secrets: secrets.unavailableValues.count, unasked: secrets.unasked.count)
    }

    /// Returns the options of a part, read since `mark`, whose secrets come from programs that are not run now.
    func unasked(in section: ConfigSection, since mark: UnavailabilityMark) -> [String] {
        secrets.unasked[mark.unasked...].map { Self.option(of: $0, in: section) }
    }

    private static func option(of path: String, in section: ConfigSection) -> String {
        path.split(separator: ".").dropFirst(section.path.split(separator: ".").count).first.map(String.init) ?? ""
    }

    /// Returns the missing values of a part that was read since `mark`, each with the option that needs it.
    func unavailableValues(in section: ConfigSection, since mark: UnavailabilityMark) -> [(
        option: String, unavailable: UnavailableValue
    )] {
        // When the recording was made, they were not missing.
        guard reader.purpose != .replay else { return [] }
        let variables = (section.node.map ?? []).flatMap { pair in pair.value.unavailableValues.map { (pair.key, $0) } }
        return variables
            + secrets.unavailableValues[mark.secrets...].map { (Self.option(of: $0.path, in: section), $0) }
    }

    /// Returns the missing values of a pipeline, including those of the chains that it uses.
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
