import Glibc
import Testing

@testable import FeedPrograms

@Suite("a supervisor's report")
struct SupervisorTests {
    @Test("P35 is read whole, although the supervisor ended before it had read that it should end the program")
    func reportBehindUnreadWord() {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        defer { close(ends[0]) }
        var word = UInt8(ascii: "K")
        #expect(send(ends[0], &word, 1, 0) == 1)
        var report: [Int32] = [0, 0, 3 << 8, 0]
        #expect(send(ends[1], &report, 16, 0) == 16)
        close(ends[1])
        #expect(Supervisor.report(from: ends[0]) != nil)
        #expect(Supervisor.report(from: ends[0]) == nil)
    }
}
