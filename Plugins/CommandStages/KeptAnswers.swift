import FeedStages

/// Answers that a program gave before, in the filter's memory: nothing is translated twice.
struct KeptAnswers {
    private let memory: FilterMemory

    init(_ memory: FilterMemory) { self.memory = memory }

    /// The answer to a question, or nil: there is none, or it was too long to be kept.
    subscript(key: String) -> Answer? {
        guard let first = memory.value(of: key), let count = first.first else { return nil }
        var bytes = Array(first.dropFirst())
        for number in 1..<max(1, Int(count)) {
            guard let part = memory.value(of: Self.key(key, number)) else { return nil }
            bytes += part
        }
        return Answer(bytes: bytes)
    }

    /// Keeps an answer in as many values as it needs, unless these are too many.
    func keep(_ answer: Answer, as key: String) throws(StageError) {
        let bytes = answer.bytes
        let length = FilterMemory.longestValue - 1
        let count = max(1, (bytes.count + length - 1) / length)
        guard count <= Self.mostParts else { return }
        for number in 0..<count {
            let part = Array(bytes.dropFirst(number * length).prefix(length))
            try memory.keep(number == 0 ? [UInt8(count)] + part : part, as: Self.key(key, number))
        }
    }

    private static let mostParts = 8

    private static func key(_ key: String, _ number: Int) -> String { number == 0 ? key : "\(key) \(number)" }
}
