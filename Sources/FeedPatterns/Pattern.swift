import CPCRE2

/// A compiled regular expression (PCRE2) with limited search time for every pattern and text.
///
/// A class, because it owns the compiled code. It is `Sendable` because the code never changes after compilation, and
/// PCRE2 allows several threads to match with it at the same time (pcre2api §MULTITHREADING).
public final class Pattern: @unchecked Sendable {
    /// The pattern as written.
    public let text: String
    /// Code for backtracking: usually fast, but some texts take exponential time.
    private let code: OpaquePointer
    /// Code for the search in one pass over the text: slower, but never exponential. Nil if the pattern does not allow
    /// it.
    private let onePassCode: OpaquePointer?

    /// Why a pattern cannot be compiled.
    public struct Mistake: Error {
        /// Why the pattern is invalid, in PCRE2's words.
        public let reason: String
        /// The column of the error in characters, from 1.
        public let column: Int
    }

    /// Whether the folded form is looked for. It is not if there is none, or if it is longer than 64 KiB.
    public let isFolded: Bool

    /// Compiles a pattern of at most 8,192 bytes. `\d`, `\w`, `\b` and case follow Unicode (pcre2pattern(3)). With
    /// `folded`, that form is looked for, in folded texts. Throws `Mistake` if the pattern is invalid or longer.
    public init(_ text: String, ignoringCase: Bool, folded: FoldedPattern? = nil) throws(Mistake) {
        guard text.utf8.count <= Self.maxLength else {
            throw Mistake(PCRE2_ERROR_PATTERN_STRING_TOO_LONG, at: 0, in: [])
        }
        self.text = text
        let options = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | (ignoringCase ? PCRE2_CASELESS : 0)
        // The pattern is compiled as written first, so that an error has the right column.
        let written = try Self.compile(text, options)
        defer { pcre2_code_free_8(written) }
        let usable = folded?.text.flatMap { text in
            text.utf8.count <= Self.maxFoldedLength && Self.isValid(text, options) ? text : nil
        }
        isFolded = usable != nil
        let text = usable ?? text
        // The clock is checked at each start position, or at each part of a pattern that cannot be put in parentheses.
        if let looking = try? Self.compile("(?C)(?:\(text))", options) {
            code = looking
        } else {
            code = try Self.compile(text, options | PCRE2_AUTO_CALLOUT)
        }
        // Where executable memory is forbidden, the code is interpreted.
        pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE))
        onePassCode = Self.onePassCode(text, options, refersBack: Self.refersBack(written))
    }

    private static func onePassCode(_ text: String, _ options: UInt32, refersBack: Bool) -> OpaquePointer? {
        guard !refersBack, let pattern = OnePassPattern(text) else { return nil }
        return try? compile("(?s:.*?)(?:\(pattern.text))", options | PCRE2_ANCHORED | PCRE2_AUTO_CALLOUT)
    }

    private static func refersBack(_ code: OpaquePointer) -> Bool {
        var greatest: UInt32 = 0
        return pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_BACKREFMAX), &greatest) != 0 || greatest > 0
    }

    private static func compile(_ text: String, _ options: UInt32) throws(Mistake) -> OpaquePointer {
        let pattern = Array(text.utf8)
        var number: Int32 = 0
        var offset = 0
        guard let code = pcre2_compile_8(pattern, pattern.count, options, &number, &offset, nil) else {
            throw Mistake(number, at: offset, in: pattern)
        }
        return code
    }

    private static func isValid(_ text: String, _ options: UInt32) -> Bool {
        guard let code = try? compile(text, options) else { return false }
        pcre2_code_free_8(code)
        return true
    }

    deinit {
        pcre2_code_free_8(code)
        if let onePassCode { pcre2_code_free_8(onePassCode) }
    }

    /// Returns whether the pattern is found in a text, which must be valid UTF-8; nil if a limit of time or memory is
    /// reached.
    public func isFound(in text: [UInt8], within budget: inout PatternBudget) -> Bool? {
        find(in: text, within: &budget).isFound
    }

    /// Returns whether the pattern is found in a text, as `isFound` does, and where. The place is nil if only the search
    /// in one pass found the pattern, as it does not tell where the match begins.
    public func find(
        in text: [UInt8], within budget: inout PatternBudget
    ) -> (isFound: Bool?, place: Range<Int>?) {
        var place: Range<Int>?
        let isFound = budget.spend { allowance -> Bool? in
            guard let search = PatternSearch(text) else { return nil }
            guard let onePassCode else {
                if allowance.isSpent, text.count > Self.shortText { return nil }
                let found = search.isFound(
                    code, walking: allowance.isSpent ? Self.shortWalk : Self.longWalk, lookingEach: 4,
                    until: allowance.end, allowance.clock)
                if found == true { place = search.place }
                return found
            }
            if !allowance.isSpent {
                // If backtracking reaches its limit, the one-pass search decides.
                let found = search.isFound(
                    code, walking: Self.shortWalk, lookingEach: min(64, max(1, 4 << 20 / max(1, text.count))),
                    until: allowance.firstEnd, allowance.clock)
                if found == true { place = search.place }
                if let found { return found }
            }
            return search.isFoundInOnePass(onePassCode, until: allowance.end, allowance.clock)
        }
        return (isFound, place)
    }

    /// Bytes of a pattern, at most.
    private static let maxLength = 8192
    /// Bytes of a folded pattern, at most: one `\b` becomes 700.
    private static let maxFoldedLength = 65_536
    /// Bytes that are read from one start position, at most, roughly: one step can read the whole text. About 10⁹ bytes
    /// are read per second.
    private static let shortWalk = 1 << 20
    private static let longWalk = 16 << 20
    /// Bytes of a text that is searched even when the budget is spent.
    private static let shortText = 4096
}

extension Pattern.Mistake {
    fileprivate init(_ number: Int32, at offset: Int, in pattern: [UInt8]) {
        var message = [UInt8](repeating: 0, count: 256)
        let length = pcre2_get_error_message_8(number, &message, message.count)
        reason = String(decoding: message.prefix(max(0, Int(length))), as: UTF8.self)
        column = String(decoding: pattern.prefix(offset), as: UTF8.self).unicodeScalars.count + 1
    }
}
