import FeedJSON
import FeedPrograms
import FeedStages

/// The answers of a program to several questions.
struct Reply {
    /// The answers by the question's number, from 1.
    private(set) var answers: [Int: Answer] = [:]
    /// Why an answer is missing; nil: there is one for each question.
    private(set) var failure: StageError?

    init(_ outcome: ProgramOutcome, of program: Program, to count: Int, fields: Set<CommandFilter.Field>) {
        failure = outcome.failure(of: program)
        do throws(Answer.Mistake) {
            answers = try Self.answers(in: outcome.output, to: count, fields, isCut: failure != nil)
        } catch {
            // A program that mistakes one entry for another may have done so in earlier lines, so all its answers are
            // ignored.
            failure = failure ?? Self.unusable(program, error.found)
        }
        if failure == nil, answers.count < count {
            let missing = (1...count).filter { answers[$0] == nil }
            let first = missing.first.map { "\"\($0)\"" } ?? ""
            failure = Self.unusable(
                program,
                .message(
                    "command.unanswered",
                    ["missing": .number(missing.count), "count": .number(count), "first": .text(first)]))
        }
    }

    private static func unusable(_ program: Program, _ found: LocalizedText) -> StageError {
        StageError(.programOutput, subject: program.name, phrases: [.found: found])
    }

    /// The answers by number. The last line of a program that failed may be cut, so it is ignored without a line break.
    private static func answers(
        in output: [UInt8], to count: Int, _ fields: Set<CommandFilter.Field>, isCut: Bool
    ) throws(Answer.Mistake) -> [Int: Answer] {
        var answers: [Int: Answer] = [:]
        var number = 0
        var rest = output[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            let line = rest[..<(end ?? rest.endIndex)]
            rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
            number += 1
            if line.allSatisfy({ $0 <= 0x20 && $0 != 0 }) || end == nil && isCut { continue }
            let object = try object(in: Array(line), number)
            guard let id = id(of: object) else {
                throw Answer.Mistake(found: .message("command.no_id", ["line": .number(number)]))
            }
            guard let asked = Int(id), (1...count).contains(asked), String(asked) == id else {
                let quotation = Quotation.line(of: Array(id.utf8))
                throw Answer.Mistake(
                    found: .message("command.unasked_id", ["line": .number(number), "id": .text(quotation)]))
            }
            guard answers[asked] == nil else {
                throw Answer.Mistake(
                    found: .message("command.id_twice", ["line": .number(number), "id": .text(id)]))
            }
            answers[asked] = try Answer(object, line: number, fields: fields)
        }
        return answers
    }

    private static let longestLine = 8 << 20

    private static func object(in line: [UInt8], _ number: Int) throws(Answer.Mistake) -> JSONObject {
        // A computed value: a program may answer many thousand entries, but quotations are only needed for errors.
        var facts: [String: MessageArgument] {
            ["line": .number(number), "quotation": .text(Quotation.line(of: line))]
        }
        if line.count > longestLine {
            throw Answer.Mistake(
                found: .message("command.long_line", ["line": .number(number), "size": .number(longestLine >> 20)]))
        }
        if line.contains(0) { throw Answer.Mistake(found: .message("command.nul", facts)) }
        if LoneSurrogate.isIn(line) { throw Answer.Mistake(found: .message("command.lone_surrogate", facts)) }
        guard String(validating: line, as: UTF8.self) != nil else {
            throw Answer.Mistake(found: .message("command.no_utf8", facts))
        }
        do throws(JSONError) {
            if let object = try JSONReader.read(line).object { return object }
        } catch {
            let reason = ["reason": MessageArgument(error.reason)]
            throw Answer.Mistake(found: .message("command.no_json", facts.merging(reason) { $1 }))
        }
        throw Answer.Mistake(found: .message("command.no_object", facts))
    }

    /// The id as text; a number is accepted, too.
    private static func id(of object: JSONObject) -> String? {
        object["id"]?.string ?? object["id"]?.int.map(String.init)
    }
}
