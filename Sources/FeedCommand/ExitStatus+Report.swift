import FeedEngine
import FeedStages

extension ExitStatus {
    /// Makes the exit status of a run with this report.
    ///
    /// - Parameters:
    ///   - printed: the lines that were printed at its end, including those of earlier runs.
    ///   - isStrict: whether every failed source counts (`--strict`).
    ///   - stop: the exit status of the signal that stopped the run, if one did.
    init(_ report: RunReport, printed: [ChangeLine], isStrict: Bool, stop: ExitStatus?) {
        var found: [ExitStatus] = []
        if let error = report.stateError { found.append(Self.state(error)) }
        if report.wasCancelled { found.append(stop ?? .terminated) }
        for sink in report.sinks.values {
            if let error = sink.error, let status = Self.sink(error) { found.append(status) }
        }
        if report.isOffline { found.append(.offline) }
        let news = report.changes + printed.map(\.change)
        if news.contains(where: \.needsAttention) { found.append(.attention) }
        let failures = report.sources.values.filter { $0.kind == .failed }
        if isStrict, !failures.isEmpty { found.append(.attention) }
        for error in failures.map(\.error) + report.pipelines.values.map(\.error) {
            switch error?.code.fault {
            case .machine, .program: found.append(.internalError)
            case .plugin: found.append(.pluginProtocol)
            default: break
            }
        }
        self = Self.first(of: found)
    }

    /// Returns the exit status for an error of the state.
    static func state(_ error: StageError) -> ExitStatus {
        switch error.code {
        case .stateLocked, .leaseLost: .locked
        case .cancelled: .terminated
        case .stateAliased, .stateAhead: .cannotCreate
        case .stateMoved, .databaseRefused, .databaseUnfit: .configuration
        case .databaseUnreachable: .offline
        case .databaseReadOnly: .cannotCreate
        default: ofFiles(error) ?? .internalError
        }
    }

    /// Returns the exit status for an error of a sink; nil if it concerns that sink only.
    private static func sink(_ error: StageError) -> ExitStatus? {
        if error.code == .outputClosed { return .inputOutput }
        return ofFiles(error) ?? ([.machine, .program].contains(error.code.fault) ? .internalError : nil)
    }

    private static func ofFiles(_ error: StageError) -> ExitStatus? {
        switch error.code.fault {
        case .file: .cannotCreate
        case .disk: .inputOutput
        default: nil
        }
    }
}
