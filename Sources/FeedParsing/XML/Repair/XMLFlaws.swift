import FeedModel

/// Counts the repairs of a document.
struct XMLFlaws {
    enum Flaw: String, CaseIterable {
        /// `A & B`.
        case bareAmpersand = "bare_ampersand"
        /// `]]>` in text.
        case bareCDATAEnd = "bare_cdata_end"
        /// `1 < 2`.
        case bareLessThan = "bare_less_than"
        /// A character that XML does not allow, directly or as a reference.
        case controlCharacter = "control_character"
        /// `--` in a comment.
        case dashesInComment = "dashes_in_comment"
        case duplicateAttribute = "duplicate_attribute"
        case junkBeforeRoot = "junk_before_root"
        case junkBehindRoot = "junk_behind_root"
        /// An XML declaration inside the document.
        case misplacedDeclaration = "misplaced_declaration"
        case missingEndTag = "missing_end_tag"
        /// Any other error.
        case notWellFormed = "not_well_formed"
        /// One character written as two references to its UTF-16 surrogates.
        case splitReference = "split_reference"
        case strayEndTag = "stray_end_tag"
        /// Markup nested deeper than the limit; its text is kept.
        case tooDeep = "too_deep"
        case unclosedCDATA = "unclosed_cdata"
        case unclosedComment = "unclosed_comment"
        /// `&nbsp` without a semicolon.
        case unclosedReference = "unclosed_reference"
        /// A tag, instruction or document type without an end.
        case unclosedTag = "unclosed_tag"
        case unquotedAttribute = "unquoted_attribute"
    }

    private var counts: [Flaw: Int] = [:]

    mutating func record(_ flaw: Flaw) { counts[flaw, default: 0] += 1 }

    /// The repairs in the order of the cases.
    var repairs: [Repair] {
        Flaw.allCases.compactMap { flaw in counts[flaw].map { Repair(code: flaw.rawValue, count: $0) } }
    }
}
