import FeedConfiguration

/// Any bytes are a tree of nodes or give a diagnostic, each with a place in the file.
enum YAMLPromises {
    static func brokenPromise(by input: [UInt8]) -> String? {
        let diagnostics = Diagnostics()
        let root = YAMLReader.read(input, file: "config.yaml", into: diagnostics)
        if root == nil, !diagnostics.hasErrors { return "neither a node nor a mistake" }
        let most = mostLines(in: input)
        for diagnostic in diagnostics.list where !(1...most).contains(diagnostic.place.line) {
            return "a mistake in line \(diagnostic.place.line) of \(most)"
        }
        return root.flatMap { fault(in: $0, most) }
    }

    /// The most lines of a file; that may be one more than it has.
    static func mostLines(in input: [UInt8]) -> Int {
        let lines = input.reduce(1) { $0 + ($1 == UInt8(ascii: "\n") || $1 == UInt8(ascii: "\r") ? 1 : 0) }
        // YAML also breaks lines at U+0085, U+2028 and U+2029. In UTF-8 each of these ends with one of these bytes.
        return lines + input.reduce(0) { $0 + ($1 == 0x85 || $1 == 0xA8 || $1 == 0xA9 ? 1 : 0) } + 1
    }

    /// Checks `root` and its descendants, without recursion.
    private static func fault(in root: Node, _ most: Int) -> String? {
        var waiting = [root]
        while let node = waiting.popLast() {
            guard (1...most).contains(node.place.line), node.place.column >= 1 else {
                return "a node at \(node.place.line):\(node.place.column)"
            }
            waiting += node.list ?? []
            let pairs = node.map ?? []
            guard Set(pairs.map(\.key)).count == pairs.count else { return "a key twice" }
            waiting += pairs.map(\.value)
        }
        return nil
    }
}
