import FeedEngine
import FeedModel
import FeedStages
import FeedState
import Glibc

/// What a run leaves for programs: its report (`--report`) and its metrics (`--metrics`), each at one stroke.
struct RunFiles {
    let context: CommandContext
    let fetching: FetchOptions
    let catalogue: Catalogue

    /// Writes what was asked for; gives the failures, each with what it was about.
    ///
    /// - Parameter survey: how sources and sinks stand, or nil if the state could not be opened.
    func write(
        _ report: RunReport, exit: ExitStatus, survey: HealthSurvey?, statePath: String
    ) async -> [(what: String, error: StageError)] {
        var failures: [(what: String, error: StageError)] = []
        if let path = fetching.report {
            let document = ReportDocument(report: report, exit: exit, catalogue: catalogue).bytes
            if let error = await write(document, to: path) { failures.append(("report", error)) }
        }
        if let path = fetching.metrics {
            let size = await context.blocking.run { Self.size(ofState: statePath) }
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

    /// Bytes of the database and of its log. Blocks.
    static func size(ofState path: String) -> Int {
        ["", "-wal"].reduce(0) { sum, suffix in
            var status = stat()
            return stat(path + suffix, &status) == 0 ? sum &+ Int(status.st_size) : sum
        }
    }
}
