public import FeedConfiguration

/// What became of reading a configuration.
public struct PlanReading: Sendable {
    /// The plan; nil if any diagnostic is an error.
    public let plan: Plan?
    /// What is wrong, in the order of the file; severities are `.error` and `.warning` only.
    public let diagnostics: [Diagnostic]
    /// How many further diagnostics are not listed.
    public let omitted: Int

    /// Whether any diagnostic is an error.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    init(_ plan: Plan?, _ found: Diagnostics, for purpose: PlanReader.Purpose, file: String) {
        var seen: Set<Diagnostic> = []
        diagnostics = found.list.compactMap { Self.weighed($0, for: purpose) }
            .filter { seen.insert($0).inserted }
            .enumerated().sorted {
                let (left, right) = ($0.element.place, $1.element.place)
                return (left.file == file ? 0 : 1, left.file, left.line, left.column, $0.offset)
                    < (right.file == file ? 0 : 1, right.file, right.line, right.column, $1.offset)
            }.map(\.element)
        omitted = found.omitted
        let hasErrors = found.hasErrors || diagnostics.contains { $0.severity == .error }
        self.plan = hasErrors ? nil : plan
    }

    private static func weighed(_ diagnostic: Diagnostic, for purpose: PlanReader.Purpose) -> Diagnostic? {
        guard diagnostic.severity == .missing || diagnostic.severity == .missingForAll else { return diagnostic }
        var weighed = diagnostic
        switch purpose {
        case .run, .checkOnline: weighed.severity = diagnostic.severity == .missingForAll ? .error : .warning
        case .check, .dryRun: weighed.severity = .warning
        case .replay: return nil
        }
        return weighed
    }
}
