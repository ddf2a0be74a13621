import FeedMessages
import FeedRendering
import FeedStages

/// One finding of the examination, with what to do about it.
struct Finding: Sendable {
    /// How severe a finding is.
    enum Grade: String, Sendable {
        /// No problem.
        case ok
        /// Information without a problem.
        case hint
        /// A problem that somebody should solve.
        case bad
    }

    let grade: Grade
    /// What was examined, in one word: `state`, `clock`, `source`.
    let subject: String
    /// What was found.
    let what: LocalizedText
    /// What to do about the finding, or nil.
    let cure: LocalizedText?
    /// The finding in one word that people can search for, or nil.
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

    /// Makes a finding of an error, with the words that a run would use.
    ///
    /// - Parameter name: the name of the source or sink that has the error, or nil.
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

    /// Lines such as `ok    state         it has 3 MiB`, their columns aligned.
    static func lines(_ findings: [Finding], _ localized: Localizer) -> [String] {
        // messages: doctor.grade.*
        // messages: doctor.subject.*
        let heads = findings.map {
            (grade: localized("doctor.grade.\($0.grade.rawValue)"), subject: localized("doctor.subject.\($0.subject)"))
        }
        // In English the columns are the same whatever is found.
        let gradeWidth = heads.reduce(4) { max($0, DisplayWidth.of($1.grade)) }
        let subjectWidth = heads.reduce(12) { max($0, DisplayWidth.of($1.subject)) }
        return zip(findings, heads).map { finding, head in
            "\(DisplayWidth.pad(head.grade, to: gradeWidth))  "
                + "\(DisplayWidth.pad(head.subject, to: subjectWidth))  "
                + finding.sentence(localized)
        }
    }

    /// What was found, and what to do about it, in one line.
    func sentence(_ localized: Localizer) -> String {
        var arguments = ["what": MessageArgument(what)]
        if let cure { arguments["cure"] = .message(cure) }
        return VisibleText.line(localized("doctor.line", arguments))
    }
}
