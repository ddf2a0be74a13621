import FeedJSON
import FeedStages
import Testing

@Suite("what a code means")
struct ErrorCodeTests {
    typealias Code = StageError.Code

    private let ink = Code("out_of_ink", fault: .machine, outlook: .passing)

    @Test("a code of the table means the same when it is read from its word", arguments: Code.standard)
    func words(code: Code) {
        let read = Code(rawValue: code.rawValue)
        #expect(read == code)
        #expect((read.fault, read.outlook, read.point) == (code.fault, code.outlook, code.point))
        #expect(JSONEncoding.text(of: code) == "\"\(code.rawValue)\"")
    }

    @Test("a plugin's own code keeps its meaning when it is written and read again, and its word stays its word")
    func ownCode() throws {
        let text = try #require(JSONEncoding.text(of: StageError(ink, subject: "printer")))
        let error: StageError = try #require(JSONDecoding.value(from: text))
        #expect(error.code.rawValue == "out_of_ink")
        #expect(error.code == Code(rawValue: "out_of_ink"))
        #expect((error.code.fault, error.code.outlook, error.code.point) == (.machine, .passing, .here))
    }

    @Test("a code of which nobody says what it means lasts, is another side's, and counts")
    func unknown() {
        let code = Code(rawValue: "moon_phase")
        #expect((code.fault, code.outlook, code.point) == (.server, .lasting, .answered))
        #expect(code.counts && !code.isPassing)
    }

    @Test("what is at fault here does not count, and a word of the table means what it means, whoever says it")
    func bounds() {
        #expect(!ink.counts)
        #expect(!Code("odd_key", fault: .safety, at: .securing).counts)
        #expect(Code("no_paper", fault: .server).counts)
        #expect(Code("rejected", fault: .nobody, outlook: .brief).outlook == .final)
    }

    @Test(
        "what is no code with a meaning behind it is a word",
        arguments: ["", "a b c d", "ink machine passing", "ink machine passing here there", "ink machine PASSING here"])
    func odd(text: String) throws {
        let code: Code = try #require(JSONDecoding.value(from: JSONEncoding.text(of: text) ?? ""))
        #expect(code.rawValue == text)
        #expect(code.fault == .server)
    }
}
