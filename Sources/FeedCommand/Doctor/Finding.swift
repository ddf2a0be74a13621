import FeedMessages
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
    let what: LocalizedText
    /// What to do about it, or nil.
    let cure: LocalizedText?
    /// What was found in one word that people can search for, or nil.
    let code: String?

    private init(_ grade: Grade, _ subject: String, _ what: LocalizedText, _ cure: LocalizedText?, code: String? = nil)
    {
        (self.grade, self.subject, self.what, self.cure) = (grade, subject, what, cure)
        self.code = code ?? what.code
    }

    static func ok(_ subject: String, _ what: LocalizedText) -> Finding { Finding(.ok, subject, what, nil) }

    static func hint(_ subject: String, _ what: LocalizedText, cure: LocalizedText? = nil) -> Finding {
        Finding(.hint, subject, what, cure)
    }

    static func bad(_ subject: String, _ what: LocalizedText, cure: LocalizedText) -> Finding {
        Finding(.bad, subject, what, cure)
    }

    /// What a run would tell of an error, and what to do about it.
    ///
    /// - Parameter name: of what has it, or nil.
    static func bad(
        _ subject: String, of name: LocalizedText? = nil, _ error: StageError, _ catalogue: Catalogue
    ) -> Finding {
        var arguments = ["what": MessageArgument(catalogue.what(error))]
        if let name { arguments["name"] = .message(name) }
        if !error.subject.isEmpty { arguments["place"] = .text(error.subject) }
        return Finding(
            .bad, subject, .message("doctor.trouble", arguments), LocalizedText(en: catalogue.cure(error)),
            code: error.code.rawValue)
    }

    /// `ok    state         it has 3 MiB`
    func line(_ localized: Localizer) -> String {
        // messages: doctor.grade.*
        let grade = localized("doctor.grade.\(grade.rawValue)")
        // messages: doctor.subject.*
        let subject = localized("doctor.subject.\(subject)")
        var arguments = ["what": MessageArgument(what)]
        if let cure { arguments["cure"] = .message(cure) }
        return "\(DisplayWidth.pad(grade, to: 4))  \(DisplayWidth.pad(subject, to: 12))  "
            + VisibleText.line(localized("doctor.line", arguments))
    }
}
