import Glibc

/// What a program prints that is asked for a secret: its output is kept, its messages are passed on, both with a bound.
struct PrintedSecret {
    /// The output so far.
    private(set) var bytes: [UInt8] = []
    /// Whether it was more than a secret can have.
    private(set) var isTooMuch = false
    /// For `poll`: output and errors; -1 where the end has come.
    private var sources: [pollfd]
    /// Where messages go, or nil: nowhere.
    private let messages: Int32?
    private var passedOn = 0
    private var isInLine = false

    private static let longest = 16 << 10
    /// A program that floods its standard error must not fill cron's mail.
    private static let longestMessages = 4 << 10

    /// Reads from two descriptors, and writes what the second brings to the third, if there is one.
    init(output: Int32, errors: Int32, messages: Int32?) {
        sources = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        self.messages = messages
    }

    /// Reads what comes within a time, in milliseconds: one piece of each. False if nothing came.
    @discardableResult
    mutating func read(waiting: Int64) -> Bool {
        guard poll(&sources, nfds_t(sources.count), Int32(clamping: waiting)) > 0 else { return false }
        var chunk = [UInt8](repeating: 0, count: 4096)
        for index in sources.indices where sources[index].revents != 0 {
            let count = chunk.withUnsafeMutableBytes { Glibc.read(sources[index].fd, $0.baseAddress, $0.count) }
            if count == 0 || (count < 0 && errno != EINTR) { sources[index].fd = -1 }
            guard count > 0 else { continue }
            if index == 0 { keep(chunk[..<count]) } else { passOn(chunk[..<count]) }
        }
        return true
    }

    /// Reads what is there already; a program that has left others behind may have filled both pipes, and no more of
    /// them counts than a pipe can hold.
    mutating func readRest() {
        for _ in 0..<Self.piecesOfPipe where !isTooMuch {
            guard read(waiting: 0) else { return }
        }
    }

    /// pipe(7) §Pipe capacity: 16 pages.
    private static let piecesOfPipe = 16

    private mutating func keep(_ piece: ArraySlice<UInt8>) {
        isTooMuch = bytes.count + piece.count > Self.longest
        if !isTooMuch { bytes += piece }
    }

    /// Where the bound cuts a line it is ended, so that what others write begins a new one.
    private mutating func passOn(_ piece: ArraySlice<UInt8>) {
        var passed = Array(piece.prefix(Self.longestMessages - passedOn))
        passedOn += passed.count
        if let last = passed.last { isInLine = last != UInt8(ascii: "\n") }
        if passed.count < piece.count, isInLine {
            passed.append(UInt8(ascii: "\n"))
            isInLine = false
        }
        // What cannot be written is lost: there is no other place to tell it.
        if !passed.isEmpty, let messages { _ = write(messages, passed, passed.count) }
    }
}
