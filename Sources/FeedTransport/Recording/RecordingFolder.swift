import FeedMessages
import FeedModel
import FeedStages
import FeedSystem
import Glibc

/// The files of a recording. Only their owner can read them: responses may be of paid subscriptions. The functions
/// block; they are called while a command starts, or on a thread for files.
struct RecordingFolder: Sendable {
    let path: String

    private static let clockName = "clock"
    private static let suffix = ".http"
    /// The suffix of a file that is not complete; a replay ignores such files.
    private static let unfinished = ".part"
    /// The most bytes of a file that are read: the largest `max_body` in base64 with its line breaks, and a head.
    private static let largestFile = 1536 << 20

    /// Makes the folder for a new recording, and writes its time and zone there. Throws `.unwritable` if the folder is
    /// not empty, and the errors of making and writing it.
    func begin(at moment: Timestamp, zone: String?) throws(StageError) {
        let mode = FilePurpose.privateData.folderMode
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw .writing(errno, path: path) }
        try folder().requireOwn()
        guard try names().isEmpty else {
            throw StageError(.unwritable, subject: path, phrases: [.found: .message("recording.not_empty")])
        }
        let words = [moment.rfc3339()] + (zone.map { [$0] } ?? [])
        try write(Array((words.joined(separator: " ") + "\n").utf8), to: Self.clockName)
    }

    /// Adds an exchange as file `number`. Throws if the file cannot be written.
    func add(_ exchange: RecordedExchange, number: Int) throws(StageError) {
        let name = String(decoding: Self.peer(of: exchange).utf8.prefix(64).map(Self.inFileName), as: UTF8.self)
        try write(exchange.text, to: "\(padded(number, 6))-\(exchange.method)-\(name)\(Self.suffix)")
    }

    /// The other side of an exchange: a host, or a program.
    private static func peer(of exchange: RecordedExchange) -> String {
        guard case .ended = exchange.outcome else { return Address.host(exchange.url) ?? "masked" }
        let program = exchange.url.prefix { $0 != " " }
        return String(program.split(separator: "/").last ?? program)
    }

    /// The time of the recording, and the name of the recording machine's time zone, or nil. Throws `.unreadable`.
    func clock() throws(StageError) -> (moment: Timestamp, zone: String?) {
        let words = try read(Self.clockName).prefix { $0 != UInt8(ascii: "\n") }.split { $0 <= 0x20 }
            .map { String(decoding: $0, as: UTF8.self) }
        guard let moment = words.first.flatMap({ Timestamp(rfc3339: $0) }) else {
            throw StageError(
                .unreadable, subject: path + "/" + Self.clockName,
                phrases: [.found: .message("recording.no_time")])
        }
        return (moment, words.count > 1 ? words[1] : nil)
    }

    /// The names of the files with exchanges, in order. Throws if the folder cannot be read.
    func exchangeNames() throws(StageError) -> [String] { try names().filter { $0.hasSuffix(Self.suffix) } }

    /// Reads the exchange in a file. Throws `.unreadable` if the file is no exchange.
    func exchange(_ name: String) throws(StageError) -> RecordedExchange {
        do throws(RecordedExchange.Mistake) {
            return try RecordedExchange(reading: try contents(name))
        } catch {
            throw StageError(
                .unreadable, subject: path + "/" + name,
                phrases: [
                    .found: .message(
                        "recording.line", ["line": .number(error.line), "reason": .message(error.reason)])
                ])
        }
    }

    private func contents(_ name: String) throws(RecordedExchange.Mistake) -> [UInt8] {
        do throws(StageError) {
            return try read(name)
        } catch {
            throw RecordedExchange.Mistake(line: 0, reason: LocalizedText(en: error.explanation ?? error.code.rawValue))
        }
    }

    private func names() throws(StageError) -> [String] {
        guard let folder = opendir(path) else { throw .reading(errno, path: path) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private func read(_ name: String) throws(StageError) -> [UInt8] {
        let path = path + "/" + name
        switch SmallFile.read(path, limit: Self.largestFile) {
        case .success(let file): return file.bytes
        case .failure(let failure): throw .reading(failure, path: path)
        }
    }

    private func write(_ bytes: [UInt8], to name: String) throws(StageError) {
        do throws(StageError) {
            try write(bytes, to: name, in: try folder())
        } catch {
            var error = error
            error.subject = path + "/" + name
            throw error
        }
    }

    private func write(_ bytes: [UInt8], to name: String, in folder: borrowing Folder) throws(StageError) {
        let unfinished = name + Self.unfinished
        let file = try RegularFile.create(unfinished, in: folder, mode: FilePurpose.privateData.fileMode)
        do throws(StageError) {
            try file.write(bytes, at: 0)
            try folder.rename(unfinished, to: name)
        } catch {
            // A replay ignores it, so a failure to remove it does no harm.
            try? folder.remove(unfinished)
            throw error
        }
    }

    private func folder() throws(StageError) -> Folder {
        guard let folder = try Folder.open(path) else { throw .writing(ENOENT, path: path) }
        return folder
    }

    private static func inFileName(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
            UInt8(ascii: "-"):
            byte
        default: UInt8(ascii: "_")
        }
    }
}
