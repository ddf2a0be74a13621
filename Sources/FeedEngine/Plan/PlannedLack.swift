import FeedConfiguration
package import FeedStages

/// What a source, a sink or a pipeline of the configuration lacks on this machine now, so that it alone cannot work.
package struct PlannedLack: Sendable {
    /// What is lacking, with its place as the subject.
    package var error: StageError
    /// Whether what a source asks for, and with it its identity, may hang on what is lacking.
    package var hidesRequest: Bool

    /// The first of several lacks; nil if there are none.
    init?(_ lacks: [Lack], hidesRequest: Bool = false) {
        let first = lacks.min { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
        guard let first else { return nil }
        error = StageError(first)
        self.hidesRequest = hidesRequest
    }
}

extension StageError {
    fileprivate init(_ lack: Lack) {
        let code: Code =
            switch lack.kind {
            case .missing: .valueMissing
            case .empty: .credentialEmpty
            case .malformed: .credentialMalformed
            case .notPrinted: .secretFailed
            }
        self.init(
            code, subject: "\(lack.place.file):\(lack.place.line):\(lack.place.column)",
            facts: [.found: lack.message, .advice: lack.cure])
    }
}

extension PlanAssembly {
    /// What was lacking before a part of the configuration was read, to tell what is lacking in it.
    struct LackMark {
        fileprivate let secrets: Int
        fileprivate let unasked: Int
    }

    var lackMark: LackMark { LackMark(secrets: secrets.lacks.count, unasked: secrets.unasked.count) }

    /// The options of a part, read since `mark`, whose secrets would be printed by programs that are not run now.
    func unasked(in section: ConfigSection, since mark: LackMark) -> [String] {
        secrets.unasked[mark.unasked...].map { Self.option(of: $0, in: section) }
    }

    private static func option(of path: String, in section: ConfigSection) -> String {
        path.split(separator: ".").dropFirst(section.path.split(separator: ".").count).first.map(String.init) ?? ""
    }

    /// What is lacking in a part that was read since `mark`, each with the option of the part that needs it.
    func lacks(in section: ConfigSection, since mark: LackMark) -> [(option: String, lack: Lack)] {
        // A recording has been made where they were not lacking.
        guard reader.purpose != .replay else { return [] }
        let variables = (section.node.map ?? []).flatMap { pair in pair.value.lacks.map { (pair.key, $0) } }
        return variables + secrets.lacks[mark.secrets...].map { (Self.option(of: $0.path, in: section), $0) }
    }

    /// What the filters of a pipeline lack, those of the chains that it uses among them.
    func lacks(in node: Node, using steps: [Step], of chains: Chains) -> [Lack] {
        guard reader.purpose != .replay else { return [] }
        var (waiting, seen) = (steps, Set<String>())
        var lacks = node.lacks
        while let step = waiting.popLast() {
            guard case .use(let chain, _) = step, seen.insert(chain).inserted else { continue }
            lacks += chains.lacks[chain] ?? []
            waiting += chains.steps[chain] ?? []
        }
        return lacks
    }
}
