import CPCRE2

/// The search for a pattern in one text, until a moment of a clock.
///
/// PCRE2 has no clock, but compiled code can ask us whether to go on (pcre2callout).
struct PatternSearch: ~Copyable {
    private let text: [UInt8]
    private let match: OpaquePointer
    private let context: OpaquePointer

    /// Nil if there is no memory.
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

    /// Whether the pattern is found by trying one way after the other; nil if that is left open.
    ///
    /// - Parameters:
    ///   - walk: bytes walked over at one place at most, roughly.
    ///   - places: how many of them lie between two looks at the clock.
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

    /// Whether the pattern is found by going all ways at once; nil if that takes too long or too much memory.
    func isFoundInOnePass(
        _ code: OpaquePointer, until end: Int64, _ clock: @escaping @Sendable () -> Int64
    ) -> Bool? {
        pcre2_set_match_limit_8(context, .max)
        // It counts groups within groups, which take of the thread's stack.
        pcre2_set_depth_limit_8(context, Self.onePassDepth)
        return watched(by: Watch(clock: clock, end: end, each: Self.partsBetweenLooks)) {
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
            pcre2_set_callout_8(context, { _, watch in Watch.look(watch) }, watch)
            defer { pcre2_set_callout_8(context, nil, nil) }
            return find()
        }
        return result >= 0 ? true : result == PCRE2_ERROR_NOMATCH ? false : nil
    }

    /// What compiled code asks.
    private struct Watch {
        let clock: @Sendable () -> Int64
        let end: Int64
        let each: Int
        var calls = 0

        /// Whether to go on: 0, or what ends the search.
        static func look(_ watch: UnsafeMutableRawPointer?) -> Int32 {
            guard let watch = watch?.assumingMemoryBound(to: Watch.self) else { return PCRE2_ERROR_CALLOUT }
            watch.pointee.calls += 1
            guard watch.pointee.calls == watch.pointee.each else { return 0 }
            watch.pointee.calls = 0
            return watch.pointee.clock() < watch.pointee.end ? 0 : PCRE2_ERROR_CALLOUT
        }
    }

    /// Steps at one place.
    private static let mostSteps = 100_000
    private static let fewestSteps = 50
    /// Steps back within each other, where the pattern is interpreted.
    private static let depthLimit: UInt32 = 10_000
    /// KiB of heap.
    private static let heapLimit: UInt32 = 8192
    /// Parts of the pattern that are passed between two looks at the clock.
    private static let partsBetweenLooks = 256
    /// Numbers that hold the ways which are open at once: about a thousand.
    private static let onePassSpace = 6000
    private static let onePassDepth: UInt32 = 64
}
