import FeedPatterns
import FeedTesting
import Synchronization
import Testing

@Suite("patterns")
struct PatternTests {
    private static let sentence =
        "The quick brown fox jumps over the lazy dog near a small river bank and runs home again, aaaa xxxx <b>. "

    private func text(_ length: Int, of unit: String = Self.sentence, ending: String = "") -> [UInt8] {
        Array((String(repeating: unit, count: length / unit.utf8.count + 1) + ending).utf8)
    }

    /// A clock that goes on only as it is looked at: what is decided does not depend on the machine.
    private func stepped(microseconds: Int64 = 5) -> PatternBudget {
        let clock = StepClock(step: microseconds)
        return PatternBudget { clock.next() }
    }

    private final class StepClock: Sendable {
        private let step: Int64
        private let now = Mutex<Int64>(0)
        init(step: Int64) { self.step = step }
        func next() -> Int64 {
            now.withLock { now in
                now += step
                return now
            }
        }
    }

    @Test(
        "Y11: ordinary patterns are decided in texts of up to 1 MiB",
        arguments: [
            "(?s)fox.*unicorn", "fox.+unicorn", #"fox[\s\S]*?unicorn"#, "(?s)(fox|dog).*(unicorn|zebra)",
            #"\bfox\b[^.]*\bunicorn\b"#, "swift|unicorn", "(?s)fox[^>]+unicorn", #"(?:\w+\s+){5}unicorn"#,
            #"(?<!a )unicorn(?=s?\b)"#, #"\b(\w+)\s+\1\b.{0,20}unicorn"#, #"[a-z]+@[a-z]+\.unicorn"#,
            "^(?!.*unicorn).*zebra", "(?s)fox.{0,200}unicorn", #"(\w+\s?)*unicorn"#, "a.*b.*c.*unicorn",
        ], [1000, 16_384, 1_048_576])
    func ordinary(pattern: String, length: Int) throws {
        var budget = stepped(microseconds: pattern.contains(#"\1"#) ? 1 : 5)
        let pattern = try Pattern(pattern, ignoringCase: true)
        #expect(pattern.isFound(in: text(length), within: &budget) == false)
    }

    @Test(
        "Y11: what stands at the end of 1 MiB is found",
        arguments: ["(?s)fox.*unicorn", "(?s)fox.+unicorn", "unicorn$", #"\bunicorn"#, "(?s)^the.*(a|b|c)+.*unicorn$"])
    func found(pattern: String) throws {
        var budget = stepped()
        let text = text(1 << 20, ending: "Unicorn")
        #expect(try Pattern(pattern, ignoringCase: true).isFound(in: text, within: &budget) == true)
    }

    @Test(
        "Y11: going all ways at once finds what trying one after the other finds",
        arguments: [
            "a+b", "a+?b", "(a+)+b", "[ab]+c", #"\w+@\w+"#, "[^a]+b", #"[\]a]+b"#, "[]a]+b", "[[:alpha:]]+c", #"\++a"#,
            "(ab|a)+c", "(?:a|b)+?c", "a{2,3}b", "a{1,}c", "a{,2}b", "x{b}+", "^a+$", "(?m)^b+$", "(?i)A+B",
            "(?x) a + b",
            "(?#a+)b+", #"\x{61}+b"#, #"\p{L}+b"#, #"\bab+\b"#, "(?=a+b)a", "(?!a)b+", "(?<=a)b+c", "(?<x>a)+b",
            "(a(?1)?b)",
            "a++b", "(?>a|ab)c", "日+a", #"\.+b"#, #"\Qa+\E"#, "a|b+c|", "$", #"\R+a"#, "a.+b", "(?s)a.+b", "(?C1)a+b",
        ])
    func sameAnswer(written: String) throws {
        let pattern = try Pattern(written, ignoringCase: true)
        var random = SplitMix(seed: 11)
        let letters = Array("aabbc@+.]\n日 {}").map(String.init)
        for _ in 0..<200 {
            let short = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                letters.randomElement(using: &random) ?? ""
            }
            let text = Array(short.joined().utf8)
            // Where all the time is spent, only the second way is tried.
            var (fresh, spent) = (stepped(), PatternBudget(microseconds: 0) { 0 })
            let found = pattern.isFound(in: text, within: &fresh)
            #expect(found != nil)
            #expect(pattern.isFound(in: text, within: &spent) == found, "\(written) in \(short.joined())")
        }
    }

    @Test("Y11: hostile texts have an end each and all together, and what is short is decided still")
    func hostile() throws {
        // A second of the clock passes in 50 looks.
        var budget = stepped(microseconds: 20_000)
        let pattern = try Pattern(#"((a+)+)\1b$"#, ignoringCase: true)
        let text = text(100_000, of: "a", ending: "!b")
        var undecided = 0
        for _ in 0..<2000 where pattern.isFound(in: text, within: &budget) == nil { undecided += 1 }
        #expect(undecided == 2000)
        #expect(pattern.isFound(in: Array("aab".utf8), within: &budget) == true)
        #expect(pattern.isFound(in: Array("ab".utf8), within: &budget) == false)
    }
}
