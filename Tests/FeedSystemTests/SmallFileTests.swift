import FeedTesting
import Glibc
import Testing

@testable import FeedSystem

@Suite("SmallFile")
struct SmallFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func failure(_ path: String, allowsPipe: Bool = false) -> SmallFile.Failure? {
        switch SmallFile.read(path, limit: 100, allowsPipe: allowsPipe, longestSilence: 50) {
        case .success: nil
        case .failure(let failure): failure
        }
    }

    @Test("X20: what is no file is called what it is, and is not waited for")
    func kinds() throws {
        try #require(mkfifo(folder("pipe"), 0o600) == 0)
        mkdir(folder("folder"), 0o755)
        #expect(failure(folder("folder")) == .kind(.folder))
        #expect(failure(folder("pipe")) == .kind(.pipe))
        #expect(failure("/dev/null") == .kind(.device))
        #expect(failure("/dev/null", allowsPipe: true) == .kind(.device))
        #expect(failure(folder("none")) == .missing)
    }

    @Test("X20: a pipe into which nobody writes is told as that, with and without somebody who could")
    func pipes() throws {
        try #require(mkfifo(folder("pipe"), 0o600) == 0)
        #expect(failure(folder("pipe"), allowsPipe: true) == .silentPipe)
        let end = open(folder("pipe"), O_RDWR | O_NONBLOCK)
        try #require(end >= 0)
        defer { close(end) }
        #expect(failure(folder("pipe"), allowsPipe: true) == .silentPipe)
    }

    @Test("a pipe that was written and closed is read")
    func pipeIsRead() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        #expect(writeAll(Array("text".utf8), to: ends[1]))
        close(ends[1])
        let read = SmallFile.read("/dev/fd/\(ends[0])", limit: 100, allowsPipe: true, longestSilence: 50)
        #expect(try read.get().bytes == Array("text".utf8))
    }

    @Test("what has no length beforehand is bounded as a whole, not piece by piece")
    func boundedAsAWhole() throws {
        let limit = 200 << 10
        for (count, fits) in [(limit, true), (limit + 1, false), (4 * limit, false)] {
            try folder.write([UInt8](repeating: 0x61, count: count), to: "text")
            let descriptor = open(folder("text"), O_RDONLY)
            try #require(descriptor >= 0)
            defer { close(descriptor) }
            switch SmallFile.readAll(descriptor, sizeHint: 0, limit: limit) {
            case .success(let bytes): #expect(fits && bytes.count == count)
            case .failure(let failure): #expect(!fits && failure == .tooLarge(limit: limit))
            }
        }
    }
}
