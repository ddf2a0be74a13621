import FeedMessages
import FeedModel
import FeedStages

/// What PostgreSQL or libpq reports, as an error of the state.
///
/// The codes are those of https://www.postgresql.org/docs/current/errcodes-appendix.html. The words of the server are in
/// its language, so that nothing is told by them.
struct PostgreSQLFailure {
    /// The five letters of the code; nil if the server did not send any.
    let state: String?
    /// The words of the server or of libpq, on one line.
    let words: String

    /// Whether the transaction may succeed if it is run again.
    var isPassing: Bool { state == "40001" || state == "40P01" }

    /// What libpq says of a connection that could not be made: `… FATAL:  28P01: password authentication failed …`.
    init(connecting text: String) {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        var state: String?
        var words = line
        for part in line.split(separator: ": ") {
            let candidate = part.drop { $0 == " " }
            guard candidate.utf8.count == 5, candidate.utf8.contains(where: { (48...57).contains($0) }),
                candidate.utf8.allSatisfy({ (48...57).contains($0) || (65...90).contains($0) })
            else { continue }
            state = String(candidate)
            words = String(line[part.endIndex...].dropFirst(2))
            break
        }
        (self.state, self.words) = (state, words)
    }

    init(state: String?, words: String) { (self.state, self.words) = (state, words) }

    /// The error with this failure.
    ///
    /// - Parameters:
    ///   - subject: the place's name, without secrets.
    ///   - schema: the state's schema.
    ///   - secrets: what must not be in the words of the server.
    func error(subject: String, schema: String, hiding secrets: [String]) -> StageError {
        let isSafe = !secrets.contains { !$0.isEmpty && words.contains($0) }
        let (code, found, advice) = meaning(schema: schema, words: isSafe ? words : "")
        var phrases: [StageError.Fact: LocalizedText] = [:]
        phrases[.found] = found
        phrases[.advice] = advice
        return StageError(
            code, subject: subject, phrases: phrases, explanation: isSafe && !words.isEmpty ? words : nil)
    }

    private typealias Meaning = (code: StageError.Code, found: LocalizedText?, advice: LocalizedText?)

    private func meaning(schema: String, words: String) -> Meaning {
        guard let state else { return (.databaseUnreachable, nil, nil) }
        switch state {
        case "3D000":
            return (
                .databaseRefused, .message("postgresql.no_database"), .message("postgresql.no_database.advice")
            )
        case "42501":
            return (
                .databaseRefused, .message("postgresql.rights"),
                .message("postgresql.rights.advice", ["schema": .text(schema)])
            )
        case "53100": return (.diskFull, nil, nil)
        case "58030": return (.inputOutput, nil, nil)
        case "53300": return (.databaseUnreachable, .message("postgresql.too_many"), nil)
        case "57P03": return (.databaseUnreachable, .message("postgresql.starting"), nil)
        case "57P01", "57P02", "57P04", "57P05", "25P03", "25P04":
            return (.databaseUnreachable, .message("postgresql.broken"), nil)
        case "57014":
            return (
                .databaseUnreachable,
                .message("postgresql.too_slow", ["span": .span(.seconds(PostgreSQLSession.statementSeconds))]), nil
            )
        case "55P03", "40001", "40P01": return (.stateLocked, nil, nil)
        case "25006": return (.databaseReadOnly, .message("postgresql.read_only"), nil)
        case "26000", "42P05":
            return (.databaseUnfit, .message("postgresql.pooled"), .message("postgresql.pooled.advice"))
        case "54000":
            // The words name the index, which has the name of its table.
            return (.databaseUnfit, .message("postgresql.long_key"), .message("postgresql.long_key.advice"))
        case "XX001", "XX002": return (.stateDamaged, .message("database.malformed"), nil)
        case "42P01", "42703", "42883", "3F000":
            return (.stateDamaged, .message("postgresql.tables", ["words": .text(words)]), nil)
        default: break
        }
        switch state.prefix(2) {
        case "08": return (.databaseUnreachable, .message("postgresql.broken"), nil)
        case "28": return (.databaseRefused, .message("postgresql.login"), nil)
        case "53", "54": return (.databaseUnreachable, .message("postgresql.resources"), nil)
        default: return (.internalError, nil, nil)
        }
    }
}
