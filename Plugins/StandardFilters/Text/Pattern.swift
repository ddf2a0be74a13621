import CPCRE2
import FeedStages
import Glibc

/// A compiled regular expression (PCRE2), bounded in time whatever pattern and text are.
///
/// A class, because it owns the compiled code. Sendable by proof: the code never changes once compiled, and PCRE2
/// allows several threads to match with one at the same time (pcre2api §MULTITHREADING).
final class Pattern: @unchecked Sendable {
    private let code: OpaquePointer

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
        let options = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_USE_OFFSET_LIMIT
        var number: Int32 = 0
        var offset = 0
        let bytes = Array(text.utf8)
        let compiled = pcre2_compile_8(
            bytes, bytes.count, options | (ignoringCase ? PCRE2_CASELESS : 0), &number, &offset, nil)
        guard let compiled else { throw Mistake(number, at: offset, in: bytes) }
        // Where no executable memory may be had, it is interpreted.
        pcre2_jit_compile_8(compiled, UInt32(PCRE2_JIT_COMPLETE))
        code = compiled
    }

    deinit { pcre2_code_free_8(code) }

    /// Whether the pattern is found in a valid UTF-8 text; nil if that would take too long to find out.
    func isFound(in text: [UInt8]) -> Bool? {
        guard let match = pcre2_match_data_create_8(1, nil), let context = pcre2_match_context_create_8(nil) else {
            return nil
        }
        defer {
            pcre2_match_data_free_8(match)
            pcre2_match_context_free_8(context)
        }
        pcre2_set_match_limit_8(context, Self.matchLimit)
        pcre2_set_depth_limit_8(context, Self.depthLimit)
        pcre2_set_heap_limit_8(context, Self.heapLimit)

        // Limits hold for each place where a match may begin; a long text has many, so they are tried in stretches,
        // with a look at the clock in between.
        let stretch = max(1, Self.stepsWithoutClock / max(text.count, 1))
        let end = monotonicMilliseconds() + Self.maxMilliseconds
        var start = 0
        while true {
            let last = min(text.count, start + stretch)
            pcre2_set_offset_limit_8(context, last)
            let result = find(in: text, from: start, match, context)
            if result >= 0 { return true }
            guard result == PCRE2_ERROR_NOMATCH else { return nil }
            guard last < text.count else { return false }
            guard monotonicMilliseconds() < end else { return nil }
            start = last + 1
            while start < text.count, text[start] & 0xC0 == 0x80 { start += 1 }
        }
    }

    private func find(
        in text: [UInt8], from start: Int, _ match: OpaquePointer, _ context: OpaquePointer
    ) -> Int32 {
        let result = pcre2_match_8(code, text, text.count, start, PCRE2_NO_UTF_CHECK, match, context)
        guard result == PCRE2_ERROR_JIT_STACKLIMIT else { return result }
        return pcre2_match_8(
            code, text, text.count, start, PCRE2_NO_UTF_CHECK | UInt32(PCRE2_NO_JIT), match, context)
    }

    /// Bytes of a pattern.
    private static let maxLength = 8192
    /// Steps back at one place.
    private static let matchLimit: UInt32 = 100_000
    /// Steps back within each other.
    private static let depthLimit: UInt32 = 10_000
    /// KiB of heap for the interpreter.
    private static let heapLimit: UInt32 = 8192
    /// Bytes looked at, roughly, between two looks at the clock.
    private static let stepsWithoutClock = 4 << 20
    /// Time for one text.
    private static let maxMilliseconds: Int64 = 50
}

extension Pattern.Mistake {
    fileprivate init(_ number: Int32, at offset: Int, in pattern: [UInt8]) {
        var message = [UInt8](repeating: 0, count: 256)
        let length = pcre2_get_error_message_8(number, &message, message.count)
        reason = String(decoding: message.prefix(max(0, Int(length))), as: UTF8.self)
        column = String(decoding: pattern.prefix(offset), as: UTF8.self).unicodeScalars.count + 1
    }
}

private func monotonicMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
