import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState
import FeedSystem
import Glibc

/// The files that a run writes for programs: report (`--report`) and metrics (`--metrics`), each replaced in one step.
struct RunFiles {
    let context: CommandContext
    let fetching: FetchOptions
    let catalogue: Catalogue
    /// The zone of dates in sentences.
    let zone: Zone

    /// The requested files, one word each: `report`, `metrics`, `recording`.
    var wanted: [String] {
        [("report", fetching.report), ("metrics", fetching.metrics), ("recording", fetching.record)].compactMap {
            $0.1 == nil ? nil : $0.0
        }
    }

    /// Throws a usage error if one of the files has another use: it would be overwritten.
    func check(against plan: Plan, statePath: String?) async throws(CommandFailure) {
        let wanted = [("--report", fetching.report), ("--metrics", fetching.metrics)].compactMap { option, path in
            path.map { (option: option, path: $0) }
        }
        let fault = await context.blocking.run { () -> LocalizedText? in
            let state = statePath.map(truePath)
            for (option, path) in wanted {
                let isOfState = state.map { StateExamination.isFile(truePath(path), ofStateAt: $0) } ?? false
                let arguments: [String: MessageArgument] = ["option": .text(option), "path": .text(path)]
                if isOfState { return .message("run.file_is_state", arguments) }
                guard let use = plan.usedFiles.use(of: path) else { continue }
                return .message("run.file_in_use", arguments.merging(["use": MessageArgument(use)]) { $1 })
            }
            guard wanted.count == 2, Set(wanted.map { truePath($0.path) }).count == 1 else { return nil }
            return .message("run.one_file_for_two", ["path": .text(wanted[0].path)])
        }
        if let fault { throw CommandFailure(.usage, VisibleText.line(context.localized(fault))) }
    }

    /// Writes the requested files; returns the errors, each with its file's word.
    ///
    /// - Parameter survey: the state of sources and sinks, or nil if the state could not be opened.
    func write(
        _ report: RunReport, exit: ExitStatus, survey: HealthSurvey?, statePath: String?
    ) async -> [(what: String, error: StageError)] {
        var failures: [(what: String, error: StageError)] = []
        if let path = fetching.report {
            let document = ReportDocument(report: report, exit: exit, catalogue: catalogue, zone: zone).bytes
            if let error = await write(document, to: path) { failures.append(("report", error)) }
        }
        if let path = fetching.metrics {
            let size = await context.blocking.run { statePath.map(Self.size(ofState:)) }
            let document = MetricsDocument(report: report, exit: exit, survey: survey, stateSize: size).bytes
            if let error = await write(document, to: path) { failures.append(("metrics", error)) }
        }
        return failures
    }

    private func write(_ bytes: [UInt8], to path: String) async -> StageError? {
        await context.blocking.run {
            do throws(StageError) {
                try AtomicFile.write(bytes, to: path)
                return nil
            } catch {
                return error
            }
        }
    }

    /// Returns the size of the database and its log in bytes. Blocks.
    static func size(ofState path: String) -> Int {
        ["", "-wal"].reduce(0) { sum, suffix in
            var status = stat()
            return stat(path + suffix, &status) == 0 ? sum &+ Int(status.st_size) : sum
        }
    }
}
