import FeedModel
import FeedStages
import FeedTesting
import Glibc
import Testing

@testable import FeedState

@Suite("failures that were told and that the state cannot keep")
struct NotifiedFailuresTests {
    private let start = Timestamp(seconds: 1_795_125_600)
    private let full = StageError(.diskFull, subject: "/state.sqlite")

    private func told(_ errors: StageError..., at now: Timestamp? = nil) -> NotifiedFailures {
        var told = NotifiedFailures()
        for error in errors { told.record("state", error, wasNotified: true, now: now ?? start) }
        return told
    }

    @Test("a failure is told once, and again after a day, also by a run of every day that begins a minute early")
    func reminder() {
        var told = told(full)
        for minutes in stride(from: 15, to: 22 * 60, by: 15) {
            let now = start + .seconds(minutes * 60)
            #expect(!told.isNews("state", full, now: now))
            told.record("state", full, wasNotified: false, now: now)
        }
        #expect(told.isNews("state", full, now: start + .seconds(86_340)))
    }

    @Test("another failure, another file and another thing that fails are told at once, a full disk by whichever file")
    func others() {
        let told = told(full, StageError(.unwritable, subject: "/a"))
        let now = start + .seconds(60)
        #expect(told.isNews("report", full, now: now))
        #expect(told.isNews("state", StageError(.inputOutput, subject: "/state.sqlite"), now: now))
        #expect(told.isNews("state", StageError(.unwritable, subject: "/b"), now: now))
        #expect(!told.isNews("state", StageError(.unwritable, subject: "/a"), now: now))
        #expect(!told.isNews("state", StageError(.diskFull, subject: "/state.sqlite-wal"), now: now))
    }

    @Test("what nobody could hear is told by the next run, and so is what was told in the future of a wrong clock")
    func unheard() {
        var unheard = NotifiedFailures()
        unheard.record("state", full, wasNotified: false, now: start)
        #expect(unheard.isNews("state", full, now: start + .seconds(60)))
        #expect(told(full, at: start + .seconds(86_400 * 365)).isNews("state", full, now: start))
    }

    @Test("that it works again is told once, when it has worked for an hour, with the whole time for which it had not")
    func recovery() {
        var told = told(full, StageError(.inputOutput, subject: "/state.sqlite"))
        let last = start + .seconds(7200)
        told.record("state", full, wasNotified: false, now: last)
        #expect(told.recovery(of: "state", now: last + .seconds(3599)) == nil)
        #expect(told.recovery(of: "report", now: last + .seconds(3600)) == nil)
        #expect(told.recovery(of: "state", now: last + .seconds(3600)) == .init(since: start, until: last))
        told.forget("state")
        #expect(told.recovery(of: "state", now: last + .seconds(3600)) == nil)
        #expect(told.isNews("state", full, now: last + .seconds(3600)))
    }

    @Test("the book of a lock holds them beside what it held, and half a line of it says nothing")
    func fileContent() {
        var fileContent = LockFileContent()
        (fileContent.process, fileContent.instance, fileContent.generation) = (4711, "abc", 17)
        for code in [StageError.Code.diskFull, .inputOutput, .stateDamaged, .unwritable, .internalError] {
            fileContent.notifiedFailures.record(
                "recording", StageError(code, subject: ""), wasNotified: true, now: start + .seconds(4_000_000_000))
        }
        #expect(fileContent.bytes.count <= LockFileContent.longest)
        #expect(LockFileContent(fileContent.bytes) == fileContent)
        let cut = LockFileContent(fileContent.bytes.dropLast())
        #expect((cut.instance, cut.generation) == ("abc", 17))
        #expect(cut.notifiedFailures != fileContent.notifiedFailures)
        fileContent.instance = nil
        fileContent.generation = nil
        #expect(LockFileContent(fileContent.bytes).notifiedFailures == fileContent.notifiedFailures)
        #expect(
            LockFileContent(Array("1\nabc 17\ntold state x 1 2\ntold state\n".utf8)).notifiedFailures
                == NotifiedFailures())
    }

    @Test("they outlive runs, opened or not, and neither wait for a run at work nor make a lock where there is none")
    func file() async throws {
        let folder = try TemporaryFolder()
        let path = folder("state.sqlite")
        told(full).keep(ofStateAt: path)
        #expect(access(path + ".lock", F_OK) != 0)
        do {
            let state = try await StateDatabase.open(path: path, now: start)
            #expect(await state.notifiedFailures == NotifiedFailures())
            await state.keep(told(full))
            told(StageError(.inputOutput, subject: path)).keep(ofStateAt: path)
            #expect(NotifiedFailures(ofStateAt: path) == NotifiedFailures())
            try await state.close()
        }
        #expect(NotifiedFailures(ofStateAt: path) == told(full))
        do {
            let state = try await StateDatabase.open(path: path, now: start)
            #expect(await state.notifiedFailures == told(full))
            try await state.close()
        }
        NotifiedFailures().keep(ofStateAt: path)
        let state = try await StateDatabase.open(path: path, now: start)
        #expect(await state.notifiedFailures == NotifiedFailures())
        try await state.close()
    }
}
