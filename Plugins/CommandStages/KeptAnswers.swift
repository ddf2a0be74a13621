import FeedStages

/// Earlier answers of a program in the filter's memory, so that no entry is processed twice.
struct KeptAnswers {
    private let memory: FilterMemory

    init(_ memory: FilterMemory) { self.memory = memory }

    /// The answer to a question; nil if there is none, or if it was too long to be kept.
    subscript(key: String) -> Answer? {
        guard let first = memory.value(of: key), let count = first.first else { return nil }
        var bytes = Array(first.dropFirst())
        for number in 1..<max(1, Int(count)) {
            guard let part = memory.value(of: Self.key(key, number)) else { return nil }
            bytes += part
        }
        return Answer(bytes: bytes)
    }

    /// Keeps an answer, split over at most eight values; a longer one is not kept. Throws the memory's errors.
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
