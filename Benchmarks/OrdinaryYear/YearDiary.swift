import FeedEngine
import FeedModel
import FeedStages
import FeedState
import Glibc

/// The record of all runs: the lines that were reported, and the articles that reached the files.
struct YearDiary {
    /// A line that was reported.
    struct Line: Sendable {
        let at: Int64
        /// The name of the change, such as `sourceFailing`.
        let name: String
        /// The source, sink or pipeline that it concerns.
        var subject = ""
        let text: String
    }

    let publishers: [Publisher]
    let script: FaultScript
    let folder: String
    private(set) var lines: [Line] = []
    private(set) var runs: [Int64] = []
    private(set) var mails = 0
    private(set) var quarantined = 0
    /// When each article was delivered to the stream, to the morning pages and to the weekly ones; more than once is an
    /// error.
    private(set) var stream: [Int: [Int64]] = [:]
    private(set) var morning: [Int: [Int64]] = [:]
    private(set) var weekly: [Int: [Int64]] = [:]
    /// The number of articles in the stream that follow a newer one of their source in the same run.
    private(set) var oldAfterNew = 0
    private var lengths: [String: Int] = [:]
    /// The articles in files that are replaced.
    private var held: [String: Set<Int>] = [:]
    private var monthBegun = Usage()
    private var monthRuns = 0

    init(publishers: [Publisher], script: FaultScript, folder: String) {
        self.publishers = publishers
        self.script = script
        self.folder = folder
    }

    func isOff(at now: Timestamp) -> Bool { holds(.off, now) }
    func isFull(at now: Timestamp) -> Bool { holds(.disk, now) }

    private func holds(_ kind: Fault.Kind, _ now: Timestamp) -> Bool {
        script.faults.contains { $0.kind == kind && $0.time.contains(now.milliseconds) }
    }

    /// - Parameter troubles: the lines about the state itself.
    mutating func note(_ report: RunReport, troubles: [Line], at now: Timestamp) {
        let at = now.milliseconds
        runs.append(at)
        monthRuns += 1
        // After a failure of the state that is not reported again, nothing is reported.
        let changes = report.stateError != nil && troubles.isEmpty ? [] : report.changes
        lines += troubles + changes.map { Line(at: at, $0) }
        if !troubles.isEmpty || !changes.isEmpty { mails += 1 }
        quarantined += report.sources.values.reduce(0) { $0 + $1.quarantined }
        if report.sinks["stream"]?.delivered ?? 0 > 0 { noteStream(at: at) }
        if report.sinks["page"]?.delivered ?? 0 > 0 { note("morning", into: \.morning, at: at) }
        if report.sinks["summary"]?.delivered ?? 0 > 0 { note("weekly", into: \.weekly, at: at) }
    }

    private mutating func noteStream(at: Int64) {
        for (_, bytes) in grown("stream") {
            var newest: [Int: Int64] = [:]
            for number in ArticleNumbers.found(in: bytes) {
                stream[number, default: []].append(at)
                let place = number / Publisher.numbers
                let appears = publishers[place].article(number).appears
                // Only a list in order shows that.
                guard case .newest = publishers[place].habits.listing, publishers[place].habits.dating == .exact else {
                    continue
                }
                if let before = newest[place], before > appears { oldAfterNew += 1 }
                newest[place] = max(appears, newest[place] ?? 0)
            }
        }
    }

    /// Notes the articles of replaced files: an article counts once for a file, however often it is in it.
    private mutating func note(_ name: String, into books: WritableKeyPath<YearDiary, [Int: [Int64]]>, at: Int64) {
        for (file, bytes) in grown(name, isWhole: true) {
            let numbers = Set(ArticleNumbers.found(in: bytes))
            for number in numbers.subtracting(held[file] ?? []) { self[keyPath: books][number, default: []].append(at) }
            held[file] = numbers
        }
    }

    /// The bytes that were added to a folder's files since the last call, or the whole content of the files that grew.
    private mutating func grown(_ name: String, isWhole: Bool = false) -> [(file: String, bytes: ArraySlice<UInt8>)] {
        var grown: [(file: String, bytes: ArraySlice<UInt8>)] = []
        guard let stream = opendir(folder + "/" + name) else { return [] }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let file = withUnsafeBytes(of: &entry.pointee.d_name) {
                name + "/" + String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            var status = stat()
            guard !file.hasSuffix("."), stat(folder + "/" + file, &status) == 0 else { continue }
            let known = lengths[file] ?? 0
            guard Int(status.st_size) > known else { continue }
            lengths[file] = Int(status.st_size)
            grown.append((file, Self.bytes(of: folder + "/" + file, from: isWhole ? 0 : known)))
        }
        return grown.sorted { $0.file < $1.file }
    }

    private static func bytes(of path: String, from start: Int) -> ArraySlice<UInt8> {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, SEEK_END)) - start
        guard size > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: size)
        let count = pread(descriptor, &bytes, size, off_t(start))
        return bytes[..<max(0, count)]
    }

    // MARK: months

    /// The bytes of the state and its log.
    var stateSize: Int {
        ["", "-wal"].reduce(0) { sum, suffix in
            var status = stat()
            return stat(folder + "/state/state.sqlite" + suffix, &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }

    mutating func monthLine(_ month: Int, _ books: YearWeb.Books) -> String {
        let usage = Usage(serversTime: books.ownTime)
        let milliseconds = (usage.time - monthBegun.time) * 1000 / Double(max(1, monthRuns))
        defer { (monthBegun, monthRuns) = (usage, 0) }
        return "month \(month + 1): state \(stateSize >> 10) KiB, \(tenths(milliseconds)) ms of CPU a run, "
            + "\(stream.count) entries so far, \(mails) mails so far"
    }

    private func tenths(_ value: Double) -> String { "\(Int(value)).\(Int(value * 10) % 10)" }

    /// The CPU time of this process in seconds, without the simulated servers.
    private struct Usage {
        var time = 0.0

        init() {}

        init(serversTime: UInt64) {
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
            time = seconds(usage.ru_utime) + seconds(usage.ru_stime) - Double(serversTime) / 1e9
        }
    }
}

extension YearDiary.Line {
    init(at: Int64, _ change: RunReport.Change) {
        let text = "\(change)"
        let subject = change.source ?? change.sink ?? change.pipeline
        self.init(at: at, name: change.nameOfDiary, subject: subject ?? "", text: String(text.prefix(200)))
    }
}

extension RunReport.Change {
    /// The name of its kind; reminders and dead sources have their own names.
    fileprivate var nameOfDiary: String {
        if failing?.state == .dead { return "source_dead" }
        return failing?.isReminder == true ? "source_still_failing" : kind.rawValue
    }
}
