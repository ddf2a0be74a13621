import FeedModel
import FeedStages
import FeedSystem
import Glibc

/// What reading a file gave.
enum FileContent: Sendable {
    case unchanged
    case changed([UInt8], Validators?)
}

/// Reads one file whole, within a bound, and never waits at a pipe or device. Blocks on disks and standard input.
struct FileReader: Sendable {
    private let file: FoundFile
    private let limit: Int
    private let now: Timestamp
    private let isOfState: @Sendable (_ device: UInt64, _ inode: UInt64) -> Bool

    /// Makes a reader of at most `limit` bytes, which does not open what is of the state at work.
    init(
        _ file: FoundFile, limit: Int, now: Timestamp,
        isOfState: @escaping @Sendable (_ device: UInt64, _ inode: UInt64) -> Bool
    ) {
        self.file = file
        self.limit = max(limit, 0)
        self.now = now
        self.isOfState = isOfState
    }

    /// The content, unless it is still what `known` stands for.
    func read(unless known: Validators?) throws(StageError) -> FileContent {
        if file.path.isEmpty { return .changed(try readAll(STDIN_FILENO, sizeHint: 0), nil) }
        let path = (file.path + [0]).map { CChar(bitPattern: $0) }
        var status = stat()
        // Looked at before it is opened: opening a device can already do something, and closing the state does.
        let place = retrying { Glibc.open(path, pathOnly | O_CLOEXEC) }
        guard place >= 0 else { throw error(errno) }
        defer { close(place) }
        guard fstat(place, &status) == 0 else { throw error(errno) }
        try check(status)
        if let known, known == validators(status) { return .unchanged }
        let descriptor = Self.open(place, path)
        guard descriptor >= 0 else { throw error(errno) }
        defer { close(descriptor) }
        guard fstat(descriptor, &status) == 0 else { throw error(errno) }
        try check(status)
        let opened = validators(status)
        let bytes = try readAll(descriptor, sizeHint: Int(status.st_size))
        guard fstat(descriptor, &status) == 0 else { throw error(errno) }
        // Written to while it was read, or so short ago that the next change could bear the same time.
        let isSettled = validators(status) == opened && now - modified(status) > .milliseconds(100)
        return .changed(bytes, isSettled ? opened : nil)
    }

    /// Opens what was looked at, whatever its path leads to now; where there is no /proc, what the path leads to.
    private static func open(_ place: Int32, _ path: [CChar]) -> Int32 {
        let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
        let descriptor = retrying { Glibc.open("/proc/self/fd/\(place)", flags) }
        return descriptor < 0 && errno == ENOENT ? retrying { Glibc.open(path, flags) } : descriptor
    }

    private func check(_ status: stat) throws(StageError) {
        let kind: LocalizedText? =
            switch status.st_mode & S_IFMT {
            case S_IFREG: nil
            case S_IFDIR: .message("file.is_folder")
            case S_IFIFO: .message("file.is_pipe")
            case S_IFSOCK: .message("file.is_socket")
            default: .message("file.is_device")
            }
        if let kind { throw StageError(.unreadable, subject: file.key, phrases: [.found: kind]) }
        guard !isOfState(UInt64(status.st_dev), UInt64(status.st_ino)) else {
            throw StageError(.unreadable, subject: file.key, phrases: [.found: .message("file.is_state")])
        }
        if status.st_size > limit { throw tooLarge }
    }

    private var tooLarge: StageError {
        StageError(.tooLarge, subject: file.key, facts: [.limit: String(limit), .option: "max_body"])
    }

    private func error(_ number: Int32) -> StageError {
        .reading(number, path: file.key)
    }

    private func readAll(_ descriptor: Int32, sizeHint: Int) throws(StageError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(max(sizeHint, 0), limit))
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            try waitForInput(descriptor)
            let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { break }
            guard count > 0 else {
                if errno == EINTR || errno == EAGAIN { continue }
                throw error(errno)
            }
            guard bytes.count + count <= limit else { throw tooLarge }
            bytes.append(contentsOf: chunk[..<count])
        }
        if bytes.isEmpty { throw StageError(.emptyBody, subject: file.key) }
        return bytes
    }

    /// Standard input may be a terminal or a pipe that stays silent: the wait ends when the run is stopped.
    private func waitForInput(_ descriptor: Int32) throws(StageError) {
        guard descriptor == STDIN_FILENO else { return }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&request, 1, 200) <= 0 {
            if Task.isCancelled { throw StageError(.cancelled, subject: file.key) }
        }
    }

    /// A file counts as unchanged while its number, size and time of change are the same.
    private func validators(_ status: stat) -> Validators {
        Validators(
            url: "file:\(file.key)",
            etag: "\(status.st_ino)-\(status.st_size)-\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)")
    }

    private func modified(_ status: stat) -> Timestamp {
        Timestamp(seconds: Int64(status.st_mtim.tv_sec)) + .nanoseconds(Int64(status.st_mtim.tv_nsec))
    }
}
