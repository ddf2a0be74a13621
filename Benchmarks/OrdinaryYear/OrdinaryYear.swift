import FeedEngine
import FeedModel
import FeedStages
import FeedState
import FeedSystem
import FeedTesting
import Logging
import MachineLaboratory
import StandardPlugins

/// Runs an ordinary configuration every quarter of an hour, as cron does, for a year or a part of it. Plugins, files
/// and state are real; servers and clock are simulated.
package struct OrdinaryYear {
    let publishers: [Publisher]
    let script: FaultScript
    let start: Timestamp
    let days: Int
    let folder: String
    let seed: UInt64
    let rudeness: Int
    static let period = Duration.seconds(900)

    /// - Parameters:
    ///   - folder: an empty folder for state and outputs.
    ///   - isOwnDisk: whether it is a small file system of its own, which may be filled.
    ///   - isFaultless: whether there are no faults.
    package init(days: Int, seed: UInt64, in folder: String, isOwnDisk: Bool, isFaultless: Bool = false) {
        // Monday, 4 January 2027, midnight in Tokyo.
        start = Timestamp(seconds: 1_798_988_400)
        let year = start.milliseconds..<start.milliseconds + Int64(days) * Publisher.day
        publishers = Publishers.all(year: year, seed: seed)
        script =
            isFaultless
            ? FaultScript() : FaultScript(publishers: publishers, year: year, seed: seed, fillsDisk: isOwnDisk)
        rudeness = isFaultless ? 0 : 20
        self.days = days
        self.folder = folder
        self.seed = seed
    }

    /// Runs the whole time. Throws if the configuration is wrong or the folder cannot be used.
    ///
    /// - Parameter tell: gets a line for each month.
    package func run(_ tell: (String) -> Void = { _ in }) async throws -> YearVerdict {
        let clock = ManualClock(start)
        let web = YearWeb(publishers, script.faults, rudeness: rudeness, clock: clock, seed: seed)
        let reader = PlanReader(
            registry: try StandardPlugins.registry(), purpose: .run, variables: YearConfiguration.variables)
        let reading = reader.read(Array(YearConfiguration.text(of: publishers).utf8), path: folder + "/config.yaml")
        guard let plan = reading.plan else { throw UnusableConfiguration(diagnostics: "\(reading.diagnostics)") }
        let blocking = BlockingExecutor(width: 2)
        var dependencies = Run.Dependencies(
            transport: web, clock: clock, blocking: blocking, parsing: blocking,
            logger: Logger(label: "year") { _ in SwiftLogNoOpLogHandler() }, explain: { $0.code.rawValue })
        // No wait takes real time here.
        dependencies.wait = { _ in try? await Task.sleep(for: .seconds(86_400)) }
        var diary = YearDiary(publishers: publishers, script: script, folder: folder)
        let disk = Ballast(in: folder)
        var lastMonth = 0
        for number in 0..<(days * 96) {
            let now = start + .seconds(number * 900)
            clock.set(to: now)
            if diary.isOff(at: now) { continue }
            if diary.isFull(at: now) { disk.fill() } else { disk.empty() }
            let told = await run(plan, dependencies, at: now)
            diary.note(told.report, troubles: told.troubles, at: now)
            let month = number / 96 / 30
            if month != lastMonth {
                tell(diary.monthLine(lastMonth, web.books))
                lastMonth = month
            }
        }
        disk.empty()
        return YearVerdict(diary, web.books, script, publishers)
    }

    /// Performs a run; also returns the lines about the state itself.
    private func run(
        _ plan: Plan, _ dependencies: Run.Dependencies, at now: Timestamp
    ) async -> (report: RunReport, troubles: [YearDiary.Line]) {
        let path = plan.settings.state.path ?? ""
        do throws(StageError) {
            let state = try await open(path, at: now)
            var report = await Run(plan, state: state, dependencies: dependencies).execute(RunOptions())
            do throws(StageError) { try await state.close() } catch { report.stateError = report.stateError ?? error }
            var told = await state.notifiedFailures
            let lines = Self.lines(of: report.stateError, &told, at: now)
            await state.keep(told)
            return (report, lines)
        } catch {
            var report = RunReport(started: now)
            report.stateError = error
            var told = NotifiedFailures(ofStateAt: path)
            let lines = Self.lines(of: error, &told, at: now)
            told.keep(ofStateAt: path)
            return (report, lines)
        }
    }

    /// Opens the state. The lock is released with its object, and the thread of the run before may keep that a moment
    /// longer than the run. Under cron it is released with the process.
    private func open(_ path: String, at now: Timestamp) async throws(StageError) -> StateDatabase {
        for _ in 0..<1000 {
            do throws(StageError) {
                return try await StateDatabase.open(path: path, now: now)
            } catch {
                guard error.code == .stateLocked else { throw error }
                // If the task is cancelled, the next attempt follows at once.
                try? await Task.sleep(for: .milliseconds(5))
            }
        }
        return try await StateDatabase.open(path: path, now: now)
    }

    /// The lines about the state that a run under cron would print.
    private static func lines(
        of error: StageError?, _ told: inout NotifiedFailures, at now: Timestamp
    ) -> [YearDiary.Line] {
        if let error {
            let isNews = told.isNews("state", error, now: now)
            told.record("state", error, wasNotified: isNews, now: now)
            return isNews ? [YearDiary.Line(at: now.milliseconds, name: "state", text: "\(error)")] : []
        }
        guard told.recovery(of: "state", now: now) != nil else { return [] }
        told.forget("state")
        return [YearDiary.Line(at: now.milliseconds, name: "stateRecovered", text: "")]
    }
}

/// The configuration of the simulated year does not fit this version.
struct UnusableConfiguration: Error {
    let diagnostics: String
}
