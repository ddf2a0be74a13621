import FeedEngine
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import FeedCommand

@Suite("Exit status")
struct ExitStatusTests {
    private let now = Timestamp(seconds: 1_795_100_400)

    private func status(
        isStrict: Bool = false, stop: ExitStatus? = nil, printed: [ChangeLine] = [], _ change: (inout RunReport) -> Void
    ) -> Int32 {
        var report = RunReport(started: now)
        change(&report)
        return ExitStatus(report, printed: printed, isStrict: isStrict, stop: stop).rawValue
    }

    private func failedSource(_ code: StageError.Code) -> SourceOutcome {
        var outcome = SourceOutcome(.failed)
        outcome.error = StageError(code, subject: "https://example.com/")
        return outcome
    }

    private func sink(_ code: StageError.Code) -> SinkOutcome {
        var outcome = SinkOutcome()
        outcome.error = StageError(code, subject: "out.html")
        return outcome
    }

    @Test("a run without anything new is 0")
    func nothing() { #expect(status { _ in } == 0) }

    @Test("a source that has been failing before is 0, with --strict 1")
    func strict() {
        #expect(status { $0.sources["a"] = failedSource(.timeout) } == 0)
        #expect(status(isStrict: true) { $0.sources["a"] = failedSource(.timeout) } == 1)
        #expect(status(isStrict: true) { $0.sources["a"] = SourceOutcome(.unchanged) } == 0)
    }

    @Test("what newly needs attention is 1; a recovery is not")
    func changes() {
        let error = StageError(.timeout, subject: "")
        #expect(
            status { $0.changes = [.failing("a", error, since: now, failures: 3, hasEverWorked: true)] } == 1)
        #expect(status { $0.changes = [.givenUp("hook", error, entries: 2)] } == 1)
        #expect(status { $0.changes = [.sourceRecovered("a"), .sinkRecovered("b")] } == 0)
    }

    @Test(
        "an error of the state decides alone",
        arguments: [
            (StageError.Code.stateUnusable, Int32(70)), (.stateUnreleased, 70), (.stateLocked, 75), (.leaseLost, 75),
            (.diskFull, 74),
            (.inputOutput, 74),
            (.unwritable, 73), (.internalError, 70),
        ])
    func state(_ code: StageError.Code, _ expected: Int32) {
        #expect(status { $0.stateError = StageError(code, subject: "state.sqlite") } == expected)
    }

    @Test(
        "a sink's local failure decides at the end of the run; a receiver's does not",
        arguments: [
            (StageError.Code.unwritable, Int32(73)), (.noSuchFile, 73), (.diskFull, 74), (.inputOutput, 74),
            (.outputClosed, 74), (.serverError, 0), (.timeout, 0),
        ])
    func sinks(_ code: StageError.Code, _ expected: Int32) {
        #expect(status { $0.sinks["page"] = sink(code) } == expected)
    }

    @Test(
        "T07 a pipeline whose filters broke down decides at the end of the run, as a source does",
        arguments: [
            (StageError.Code.internalError, Int32(70)), (.outOfResources, 70), (.libraryMissing, 70),
            (.pluginProtocol, 65),
        ])
    func pipelines(_ code: StageError.Code, _ expected: Int32) {
        #expect(
            status { report in
                var outcome = PipelineOutcome(isDue: true)
                outcome.error = StageError(code, subject: "morning")
                report.pipelines = ["noon": PipelineOutcome(isDue: true), "morning": outcome]
            } == expected)
        #expect(status { $0.sources["a"] = failedSource(code) } == expected)
    }

    @Test("offline is 69")
    func offline() { #expect(status { $0.isOffline = true } == 69) }

    @Test("a signal gives 130 or 143")
    func signals() {
        #expect(status(stop: .interrupted) { $0.wasCancelled = true } == 130)
        #expect(status(stop: .terminated) { $0.wasCancelled = true } == 143)
    }

    @Test("where several hold, the first of 70, 130/143, 74, 73, 69, 1 counts")
    func precedence() {
        let order: [ExitStatus] = [
            .internalError, .interrupted, .inputOutput, .cannotCreate, .offline, .attention, .done,
        ]
        var random = SplitMix(seed: 70)
        for index in order.indices {
            for _ in 0..<5 {
                #expect(ExitStatus.first(of: order[index...].shuffled(using: &random)) == order[index])
            }
        }
        #expect(ExitStatus.first(of: [.terminated, .inputOutput]) == .terminated)
        #expect(ExitStatus.first(of: []) == .done)
    }
}

/// Swift Testing has a type of the same name.
typealias ExitStatus = FeedCommand.ExitStatus
