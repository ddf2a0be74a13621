import CPCRE2
import FeedStages
import Glibc

/// A compiled regular expression (PCRE2), bounded in time whatever pattern and text are.
///
/// A class, because it owns the compiled code. Sendable by proof: the code never changes once compiled, and PCRE2
/// allows several threads to match with one at the same time (pcre2api §MULTITHREADING).
final class Pattern: @unchecked Sendable {
    private let code: OpaquePointer
    /// For long texts, tried at each place in turn: looking ahead for the first letter would go to the end each time.
    private let patientCode: OpaquePointer

    /// Why a pattern cannot be compiled.
    struct Mistake: Error {
        /// PCRE2's own words.
        let reason: String
        /// In characters, from 1.
        let column: Int
    }

    /// Compiles a pattern; `\d`, `\w`, `\b` and case mean Unicode's.
    init(_ text: String, ignoringCase: Bool) throws(Mistake) {
        guard text.utf8.count <= Self.maxLength else {
            throw Mistake(reason: "longer than \(Self.maxLength) bytes", column: 1)
        }
        let bytes = Array(text.utf8)
        let options =
            PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_USE_OFFSET_LIMIT
            | (ignoringCase ? PCRE2_CASELESS : 0)
        code = try Self.compile(bytes, options)
        do {
            patientCode = try Self.compile(bytes, options | PCRE2_NO_START_OPTIMIZE)
        } catch {
            pcre2_code_free_8(code)
            throw error
        }
    }

    private static func compile(_ pattern: [UInt8], _ options: UInt32) throws(Mistake) -> OpaquePointer {
        var number: Int32 = 0
        var offset = 0
        guard let code = pcre2_compile_8(pattern, pattern.count, options, &number, &offset, nil) else {
            throw Mistake(number, at: offset, in: pattern)
        }
        // Where no executable memory may be had, it is interpreted.
        pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE))
        return code
    }

    deinit {
        pcre2_code_free_8(code)
        pcre2_code_free_8(patientCode)
    }

    /// Whether the pattern is found in a valid UTF-8 text; nil if that would take too long to find out.
    func isFound(in text: [UInt8]) -> Bool? {
        guard let match = pcre2_match_data_create_8(1, nil), let context = pcre2_match_context_create_8(nil) else {
            return nil
        }
        defer {
            pcre2_match_data_free_8(match)
            pcre2_match_context_free_8(context)
        }
        // A step back may cost a walk to the end of the text.
        pcre2_set_match_limit_8(
            context,
            min(Self.mostStepsBack, max(Self.fewestStepsBack, UInt32(clamping: Self.walk / max(text.count, 1)))))
        pcre2_set_depth_limit_8(context, Self.depthLimit)
        pcre2_set_heap_limit_8(context, Self.heapLimit)
        guard text.count > Self.shortText else { return Self.answer(find(code, in: text, from: 0, match, context)) }
        return isFound(inLong: text, match, context)
    }

    /// The limits hold for each place where a match may begin; a long text has many of them, so they are tried in
    /// stretches, with a look at the clock in between.
    private func isFound(inLong text: [UInt8], _ match: OpaquePointer, _ context: OpaquePointer) -> Bool? {
        let stretch = max(1, Self.stretchWalk / text.count)
        let end = threadMilliseconds() + Self.maxMilliseconds
        var start = 0
        while true {
            let last = min(text.count, start + stretch)
            pcre2_set_offset_limit_8(context, last)
            let result = find(patientCode, in: text, from: start, match, context)
            guard result == PCRE2_ERROR_NOMATCH, last < text.count else { return Self.answer(result) }
            guard threadMilliseconds() < end else { return nil }
            start = last + 1
            while start < text.count, text[start] & 0xC0 == 0x80 { start += 1 }
        }
    }

    private static func answer(_ result: Int32) -> Bool? {
        result >= 0 ? true : result == PCRE2_ERROR_NOMATCH ? false : nil
    }

    private func find(
        _ code: OpaquePointer, in text: [UInt8], from start: Int, _ match: OpaquePointer, _ context: OpaquePointer
    ) -> Int32 {
        let result = pcre2_match_8(code, text, text.count, start, PCRE2_NO_UTF_CHECK, match, context)
        guard result == PCRE2_ERROR_JIT_STACKLIMIT else { return result }
        return pcre2_match_8(
            code, text, text.count, start, PCRE2_NO_UTF_CHECK | UInt32(PCRE2_NO_JIT), match, context)
    }

    /// Bytes of a pattern.
    private static let maxLength = 8192
    /// Steps back at one place.
    private static let mostStepsBack: UInt32 = 100_000
    private static let fewestStepsBack: UInt32 = 50
    /// Bytes walked over at one place, roughly.
    private static let walk = 64 << 20
    /// Steps back within each other.
    private static let depthLimit: UInt32 = 10_000
    /// KiB of heap for the interpreter.
    private static let heapLimit: UInt32 = 8192
    /// Bytes of a text that is searched in one go.
    private static let shortText = 4096
    /// Bytes walked over, roughly, between two looks at the clock.
    private static let stretchWalk = 16 << 20
    /// Time of the processor for one text.
    private static let maxMilliseconds: Int64 = 100
}

extension Pattern.Mistake {
    fileprivate init(_ number: Int32, at offset: Int, in pattern: [UInt8]) {
        var message = [UInt8](repeating: 0, count: 256)
        let length = pcre2_get_error_message_8(number, &message, message.count)
        reason = String(decoding: message.prefix(max(0, Int(length))), as: UTF8.self)
        column = String(decoding: pattern.prefix(offset), as: UTF8.self).unicodeScalars.count + 1
    }
}

/// Time that this thread has worked: another program's business does not change what is found.
private func threadMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
