import CPCRE2

/// A search for a pattern in one text, with a deadline.
///
/// PCRE2 has no time limit, but its compiled code calls back to ask whether to continue (pcre2callout).
struct PatternSearch: ~Copyable {
    private let text: [UInt8]
    private let match: OpaquePointer
    private let context: OpaquePointer

    /// Nil if there is not enough memory.
    init?(_ text: [UInt8]) {
        guard let match = pcre2_match_data_create_8(1, nil) else { return nil }
        guard let context = pcre2_match_context_create_8(nil) else {
            pcre2_match_data_free_8(match)
            return nil
        }
        (self.text, self.match, self.context) = (text, match, context)
        pcre2_set_heap_limit_8(context, Self.heapLimit)
    }

    deinit {
        pcre2_match_data_free_8(match)
        pcre2_match_context_free_8(context)
    }

    /// Returns whether backtracking finds the pattern; nil if it reaches a limit.
    ///
    /// - Parameters:
    ///   - walk: bytes that are read from one start position, at most, roughly.
    ///   - places: callbacks between two checks of the clock.
    func isFound(
        _ code: OpaquePointer, walking walk: Int, lookingEach places: Int, until end: Int64,
        _ clock: @escaping @Sendable () -> Int64
    ) -> Bool? {
        let steps = min(Self.mostSteps, max(Self.fewestSteps, walk / max(1, text.count)))
        pcre2_set_match_limit_8(context, UInt32(clamping: steps))
        pcre2_set_depth_limit_8(context, Self.depthLimit)
        return watched(by: Watch(clock: clock, end: end, each: places)) {
            let result = pcre2_match_8(code, text, text.count, 0, PCRE2_NO_UTF_CHECK, match, context)
            guard result == PCRE2_ERROR_JIT_STACKLIMIT else { return result }
            return pcre2_match_8(
                code, text, text.count, 0, PCRE2_NO_UTF_CHECK | UInt32(PCRE2_NO_JIT), match, context)
        }
    }

    /// Where `isFound` found the pattern, in bytes. Nil if the match ends before it begins, which `\K` can cause.
    var place: Range<Int>? {
        guard let bounds = pcre2_get_ovector_pointer_8(match), bounds[0] <= bounds[1], bounds[1] <= text.count else {
            return nil
        }
        return bounds[0]..<bounds[1]
    }

    /// Returns whether the one-pass search finds the pattern; nil if it reaches a limit of time or memory.
    func isFoundInOnePass(
        _ code: OpaquePointer, until end: Int64, _ clock: @escaping @Sendable () -> Int64
    ) -> Bool? {
        pcre2_set_match_limit_8(context, .max)
        // The limit counts nested groups, which use the thread's stack.
        pcre2_set_depth_limit_8(context, Self.onePassDepth)
        return watched(by: Watch(clock: clock, end: end, each: Self.partsBetweenChecks)) {
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.onePassSpace) { space in
                pcre2_dfa_match_8(
                    code, text, text.count, 0, PCRE2_NO_UTF_CHECK | PCRE2_DFA_SHORTEST, match, context,
                    space.baseAddress, space.count)
            }
        }
    }

    private func watched(by watch: Watch, _ find: () -> Int32) -> Bool? {
        var watch = watch
        let result = withUnsafeMutablePointer(to: &watch) { watch in
            pcre2_set_callout_8(context, { _, watch in Watch.checkTime(watch) }, watch)
            defer { pcre2_set_callout_8(context, nil, nil) }
            return find()
        }
        return result >= 0 ? true : result == PCRE2_ERROR_NOMATCH ? false : nil
    }

    /// The state of the callback from compiled code.
    private struct Watch {
        let clock: @Sendable () -> Int64
        let end: Int64
        let each: Int
        var calls = 0

        /// Returns 0 to continue, or a code that ends the search.
        static func checkTime(_ watch: UnsafeMutableRawPointer?) -> Int32 {
            guard let watch = watch?.assumingMemoryBound(to: Watch.self) else { return PCRE2_ERROR_CALLOUT }
            watch.pointee.calls += 1
            guard watch.pointee.calls == watch.pointee.each else { return 0 }
            watch.pointee.calls = 0
            return watch.pointee.clock() < watch.pointee.end ? 0 : PCRE2_ERROR_CALLOUT
        }
    }

    /// Backtracking steps from one start position.
    private static let mostSteps = 100_000
    private static let fewestSteps = 50
    /// Nested backtracking steps where the code is interpreted.
    private static let depthLimit: UInt32 = 10_000
    /// KiB of heap, at most.
    private static let heapLimit: UInt32 = 8192
    /// Callbacks between two checks of the clock, one for each part of the pattern.
    private static let partsBetweenChecks = 256
    /// Integers of memory for the alternatives followed at once: about a thousand alternatives.
    private static let onePassSpace = 6000
    private static let onePassDepth: UInt32 = 64
}
