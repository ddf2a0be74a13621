import Testing

@testable import FeedCommand

@Suite("Marked lines")
struct MarkedLinesTests {
    private let marks = MarkedLines(name: "/home/me/config.yaml")
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("come after the lines of others and go without a trace", arguments: ["", "MAILTO=me\n", "0 1 * * * x\r\n\n"])
    func roundTrip(_ foreign: String) throws {
        let placed = try marks.placed(["a", "b"], in: bytes(foreign))
        #expect(placed == bytes(foreign) + marks.block(["a", "b"]))
        #expect(try marks.placed(["a", "b"], in: placed) == placed)
        #expect(try marks.placed(nil, in: placed) == bytes(foreign))
        #expect(try marks.placed(nil, in: bytes(foreign)) == bytes(foreign))
    }

    @Test("are replaced where they stand, between lines of others, byte for byte")
    func replaced() throws {
        let before = bytes("first \u{FF}\n") + marks.block(["old"]) + bytes("last without an end")
        let after = bytes("first \u{FF}\n") + marks.block(["new"]) + bytes("last without an end")
        #expect(try marks.placed(["new"], in: before) == after)
    }

    @Test("do not grow onto a last line without an end")
    func missingLineEnd() throws {
        #expect(try marks.placed(["a"], in: bytes("x")) == bytes("x\n") + marks.block(["a"]))
    }

    @Test("of another configuration stay, also if their name begins alike")
    func others() throws {
        let other = MarkedLines(name: "/home/me/config.yaml 2").block(["other"])
        let placed = try marks.placed(["a"], in: other)
        #expect(placed == other + marks.block(["a"]))
        #expect(try marks.placed(nil, in: placed) == other)
    }

    @Test("are not touched if somebody edited them or a mark is missing or doubled")
    func faults() {
        let block = String(decoding: marks.block(["0 7 * * * run"]), as: UTF8.self)
        let lines = block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        func fault(_ text: String) -> MarkedLines.Fault? {
            do throws(MarkedLines.Fault) { _ = try marks.placed(["x"], in: bytes(text)) } catch { return error }
            return nil
        }
        #expect(fault("foreign\n" + block.replacing("0 7", with: "#0 7")) == .edited(line: 2))
        #expect(fault(lines[0] + "\n" + lines[1] + "\n") == .withoutEnd(line: 1))
        #expect(fault(lines[0] + "\n" + block) == .withoutEnd(line: 1))
        #expect(fault(lines[0] + "\n# kawaraban BEGIN /other\n" + block) == .withoutEnd(line: 1))
        #expect(fault("a\nb\n" + lines[2] + "\n") == .withoutBegin(line: 3))
        #expect(fault(block + block) == .repeated(line: 4))
    }
}
