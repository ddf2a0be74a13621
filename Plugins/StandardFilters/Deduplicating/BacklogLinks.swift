import FeedStages

/// What the entries of a long backlog have in common, by hashes: entries that have nothing in common with any other need
/// not be compared, and the others fall into parts, each of which can be compared without the rest.
struct BacklogLinks {
    /// A key or a value that an entry has, or that is known of an entry which it was found to be the same as.
    private struct Use {
        let hash: Int
        let index: Int32
        /// Whether it is a key of the entry itself by which articles are found.
        let isOwnKey: Bool
    }

    private var uses: [Use] = []
    private var isCompared: [Bool]
    private var delivered: Set<String> = []

    /// - Parameter count: how many entries the batch has.
    init(count: Int) { isCompared = [Bool](repeating: false, count: count) }

    /// Notes what an entry is compared by. Of one that is not kept any more only the keys count.
    mutating func note(_ item: ComparedEntry, at index: Int, isKept: Bool) {
        for key in item.facts?.keys ?? [] {
            uses.append(Use(hash: Self.hash(of: key), index: Int32(index), isOwnKey: true))
        }
        guard isKept else { return }
        for print in item.compared {
            uses.append(Use(hash: print.hashValue, index: Int32(index), isOwnKey: false))
        }
    }

    /// Notes that something of an entry is known of one that was delivered.
    mutating func note(_ kept: KeptEntry, at index: Int) {
        isCompared[index] = true
        uses.append(Use(hash: Self.hash(of: "delivered \(kept.key)"), index: Int32(index), isOwnKey: false))
        guard delivered.insert(kept.key).inserted else { return }
        for member in kept.members {
            for key in ArticleFacts(member.entry, source: member.source).keys {
                uses.append(Use(hash: Self.hash(of: key), index: Int32(index), isOwnKey: false))
            }
        }
    }

    /// Ends the notes. Returns the indices of the entries that must be compared, in parts of at most `count` unless more of
    /// them hang together, and the hashes of keys that several entries of one source have: these link none.
    ///
    /// - Parameter source: the source of the entry at an index.
    mutating func parts(of count: Int, source: (Int) -> String) -> (parts: [[Int]], shared: Set<Int>) {
        uses.sort { ($0.hash, $0.index) < ($1.hash, $1.index) }
        var shared: Set<Int> = []
        var trees = Trees(count: isCompared.count)
        var start = 0
        while start < uses.count {
            var end = start + 1
            while end < uses.count, uses[end].hash == uses[start].hash { end += 1 }
            let run = uses[start..<end]
            start = end
            guard run.count > 1 else { continue }
            for use in run { isCompared[Int(use.index)] = true }
            if Self.areOfOneSource(run, source) {
                shared.insert(run[run.startIndex].hash)
            } else {
                for (one, other) in zip(run, run.dropFirst()) { trees.unite(one.index, other.index) }
            }
        }
        uses = []
        return (parts(of: count, trees), shared)
    }

    private func parts(of count: Int, _ trees: Trees) -> [[Int]] {
        let compared = isCompared.indices.lazy.filter { isCompared[$0] }
        let sorted = compared.map { (root: trees.root(of: Int32($0)), index: $0) }.sorted { $0 < $1 }
        var parts: [[Int]] = []
        var part: [Int] = []
        var start = 0
        while start < sorted.count {
            var end = start + 1
            while end < sorted.count, sorted[end].root == sorted[start].root { end += 1 }
            if !part.isEmpty, part.count + end - start > count {
                parts.append(part)
                part = []
            }
            part += sorted[start..<end].map(\.index)
            start = end
        }
        return part.isEmpty ? parts : parts + [part]
    }

    /// The hash of a key by which articles are found.
    static func hash(of key: String) -> Int { key.hashValue }

    /// Whether two entries of one source have the key itself.
    private static func areOfOneSource(_ run: ArraySlice<Use>, _ source: (Int) -> String) -> Bool {
        var sources: Set<String> = []
        var last: Int32?
        for use in run where use.isOwnKey && use.index != last {
            guard sources.insert(source(Int(use.index))).inserted else { return true }
            last = use.index
        }
        return false
    }

    /// Entries that hang together, each as a tree.
    private struct Trees {
        private var parents: [Int32]

        init(count: Int) { parents = Array(0..<Int32(count)) }

        func root(of index: Int32) -> Int32 {
            var index = index
            while parents[Int(index)] != index { index = parents[Int(index)] }
            return index
        }

        mutating func unite(_ one: Int32, _ other: Int32) {
            let (first, second) = (root(of: one), root(of: other))
            let root = min(first, second)
            // What was walked through points to the root from now on, so that later ways are short.
            for start in [one, other] {
                var index = start
                while parents[Int(index)] != index {
                    let next = parents[Int(index)]
                    parents[Int(index)] = root
                    index = next
                }
                parents[Int(index)] = root
            }
        }
    }
}
