/// Phrases that are looked for in many titles.
struct TitlePhrases: Sendable {
    private let phrases: [[UInt32]]
    /// Whether a phrase may begin with a character, by its last bits: most characters begin none.
    private let beginnings: [Bool]

    init(_ phrases: [String]) {
        self.phrases = phrases.map { $0.unicodeScalars.map(\.value) }.filter { !$0.isEmpty }
        var beginnings = [Bool](repeating: false, count: 1024)
        for phrase in self.phrases { beginnings[Int(phrase[0] & 1023)] = true }
        self.beginnings = beginnings
    }

    /// Whether one of the phrases stands in a title.
    func isFound(in scalars: [UInt32]) -> Bool {
        for start in scalars.indices where beginnings[Int(scalars[start] & 1023)] {
            for phrase in phrases where phrase[0] == scalars[start] && start + phrase.count <= scalars.count {
                if scalars[start..<(start + phrase.count)].elementsEqual(phrase) { return true }
            }
        }
        return false
    }
}
