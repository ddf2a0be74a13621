import FeedRendering
import FeedStages

/// What an examination found, in one line: how it stands, and what to do about it.
struct Finding: Sendable {
    /// How bad it is.
    enum Grade: String, Sendable {
        /// As it should be.
        case ok
        /// Worth knowing; nothing is wrong.
        case hint
        /// Somebody should do something about it.
        case bad
    }

    let grade: Grade
    /// What was examined, in one word: `state`, `clock`, `source`.
    let subject: String
    /// What was found.
    let what: String
    /// What to do about it, or nil.
    let cure: String?

    static func ok(_ subject: String, _ what: String) -> Finding {
        Finding(grade: .ok, subject: subject, what: what, cure: nil)
    }

    static func hint(_ subject: String, _ what: String, cure: String? = nil) -> Finding {
        Finding(grade: .hint, subject: subject, what: what, cure: cure)
    }

    static func bad(_ subject: String, _ what: String, cure: String) -> Finding {
        Finding(grade: .bad, subject: subject, what: what, cure: cure)
    }

    /// What a run would tell of an error, and what to do about it.
    ///
    /// - Parameter name: of what has it, or nil.
    static func bad(_ subject: String, of name: String? = nil, _ error: StageError, _ catalogue: Catalogue) -> Finding {
        let beginning = name.map { "\(VisibleText.line($0)): " } ?? ""
        let place = error.subject.isEmpty ? "" : " [\(VisibleText.line(error.subject))]"
        return .bad(subject, "\(beginning)\(catalogue.what(error))\(place)", cure: catalogue.cure(error))
    }
}
