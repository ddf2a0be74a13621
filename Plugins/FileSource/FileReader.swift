import FeedModel
import FeedStages
import FeedSystem
import Glibc

/// The result of reading a file.
enum FileContent: Sendable {
    case unchanged
    case changed([UInt8], Validators?)
}

/// Reads one whole file, up to a limit. Never waits for a pipe or device. Blocks on disks and standard input.
struct FileReader: Sendable {
    private let file: FoundFile
    private let limit: Int
    private let now: Timestamp
    private let isOfState: @Sendable (_ device: UInt64, _ inode: UInt64) -> Bool

    /// Makes a reader for at most `limit` bytes. It does not open files of the running state.
    init(
        _ file: FoundFile, limit: Int, now: Timestamp,
        isOfState: @escaping @Sendable (_ device: UInt64, _ inode: UInt64) -> Bool
    ) {
        self.file = file
        self.limit = max(limit, 0)
        self.now = now
        self.isOfState = isOfState
    }

    /// Reads the content; `.unchanged` if the file still has the validators `known`. Throws the system's errors,
    /// `.tooLarge`, `.emptyBody` and `.cancelled`.
    func read(unless known: Validators?) throws(StageError) -> FileContent {
        if file.path.isEmpty { return .changed(try readAll(STDIN_FILENO, sizeHint: 0), nil) }
        let path = (file.path + [0]).map { CChar(bitPattern: $0) }
        var status = stat()
        // Checked before opening: to open a device, or to close a file of the state, can already have an effect.
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
        // Not settled: it was written to during the read, or so recently that the next change could have the same time.
        let isSettled = validators(status) == opened && now - modified(status) > .milliseconds(100)
        return .changed(bytes, isSettled ? opened : nil)
    }

    /// Opens the checked file, even if its path leads elsewhere by now. Without /proc it opens the path.
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

    /// Waits for standard input, which may be a silent terminal or pipe. The wait ends when the task is cancelled.
    private func waitForInput(_ descriptor: Int32) throws(StageError) {
        guard descriptor == STDIN_FILENO else { return }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&request, 1, 200) <= 0 {
            if Task.isCancelled { throw StageError(.cancelled, subject: file.key) }
        }
    }

    /// A file counts as unchanged while its inode, size and modification time are the same.
    private func validators(_ status: stat) -> Validators {
        Validators(
            url: "file:\(file.key)",
            etag: "\(status.st_ino)-\(status.st_size)-\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)")
    }

    private func modified(_ status: stat) -> Timestamp {
        Timestamp(seconds: Int64(status.st_mtim.tv_sec)) + .nanoseconds(Int64(status.st_mtim.tv_nsec))
    }
}
