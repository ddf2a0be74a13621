import FeedModel
import FeedTesting
import Testing

@testable import FeedStages

@Suite("what a filter keeps")
struct FilterMemoryTests {
    private let now = ManualClock().now
    private let day = Duration.seconds(86_400)

    @Test("is there under its key until its time is over")
    func keeps() throws {
        let memory = FilterMemory(now: now)
        try memory.keep([1], as: "a", for: day)
        try memory.keep([2], as: "b", for: day * 3)
        #expect(memory.value(of: "a") == [1])
        #expect(memory.value(of: "c") == nil)
        let later = FilterMemory(memory.items, now: now + day)
        #expect(later.value(of: "a") == nil)
        #expect(later.items.keys.sorted() == ["b"])
    }

    @Test("is replaced and taken away; only what has changed is written")
    func changes() throws {
        let memory = FilterMemory(
            ["a": FilterMemory.Item([1], until: now + day), "b": FilterMemory.Item([2], until: now + day)], now: now)
        #expect(memory.changes.isEmpty)
        try memory.keep([3], as: "a")
        memory.forget("b")
        #expect(memory.changes.count == 2)
        #expect(memory.changes["a"]??.value == [3])
        #expect(memory.changes["b"] == .some(nil))
    }

    @Test("is refused, with its size, if key or value are too long or the key is empty; the longest are kept")
    func bounds() throws {
        let memory = FilterMemory(now: now)
        let (key, value) = (String(repeating: "k", count: 512), [UInt8](repeating: 1, count: 16 << 10))
        try memory.keep(value, as: key)
        #expect(memory.value(of: key) == value)
        for (key, value, found) in [
            ("", [], "a key of 0 bytes (1 to 512 are allowed)"),
            (key + "k", [], "a key of 513 bytes (1 to 512 are allowed)"),
            ("k", value + [1], "a value of 16385 bytes (at most 16384)"),
        ] as [(String, [UInt8], String)] {
            let error = #expect(throws: StageError.self) { try memory.keep(value, as: key) }
            #expect(error?.code == .pluginProtocol)
            #expect(error?.text(of: .found, in: .en) == found)
        }
        #expect(memory.changes.count == 1)
    }

    @Test("makes room where there is too much: what ends first goes, never what was just kept")
    func room() throws {
        let memory = FilterMemory(now: now)
        for number in 0...FilterMemory.mostItems {
            try memory.keep([], as: "\(number)", for: day * (number == FilterMemory.mostItems ? 1 : 2 + number % 300))
        }
        #expect(memory.items.count == FilterMemory.mostItems / 10 * 9)
        #expect(memory.value(of: "\(FilterMemory.mostItems)") != nil)
        #expect(memory.value(of: "0") == nil)
        #expect(memory.value(of: "299") != nil)
        let large = FilterMemory(now: now)
        for number in 0..<300 { try large.keep([UInt8](repeating: 1, count: 16 << 10), as: "\(number)") }
        let bytes = large.items.reduce(0) { $0 + $1.key.utf8.count + $1.value.value.count }
        #expect(bytes <= FilterMemory.mostBytes)
        #expect(large.value(of: "299") != nil)
    }

    @Test("ends within 400 days, whatever a filter asks for or a clock that was ahead has written")
    func longest() throws {
        let memory = FilterMemory(["a": FilterMemory.Item([1], until: now + day * 9999)], now: now)
        try memory.keep([2], as: "b", for: day * 9999)
        #expect(memory.items.values.allSatisfy { $0.until == now + day * 400 })
    }
}
