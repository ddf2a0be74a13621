/// The states whose past a state has: each instance, and up to which generation.
///
/// A saved state may replace another one without loss if it has all of its past. So states that go to and fro between
/// two machines are told from those that went on at both.
struct StateAncestry {
    /// The most instances that are stored, newest first. A throw-away machine makes one at each load.
    private static let most = 100
    /// From the newest to the oldest.
    private var generations: [(instance: String, generation: Int64)]

    /// Reads a stored text: words `INSTANCE:GENERATION`. Anything else is skipped.
    init(stored: String) {
        generations = stored.split(separator: " ").compactMap { word in
            let parts = word.split(separator: ":")
            guard parts.count == 2, let generation = Int64(parts[1]) else { return nil }
            return (String(parts[0]), generation)
        }
    }

    /// The text to be stored.
    var stored: String { generations.map { "\($0.instance):\($0.generation)" }.joined(separator: " ") }

    /// The state that was saved and loaded last, or nil.
    var latest: (instance: String, generation: Int64)? { generations.first }

    /// Adds a state up to a generation.
    mutating func add(_ instance: String, _ generation: Int64) {
        generations.removeAll { $0.instance == instance }
        generations.insert((instance, generation), at: 0)
        if generations.count > Self.most { generations.removeLast(generations.count - Self.most) }
    }

    /// The generation up to which the past of an instance is known, or nil.
    func generation(of instance: String) -> Int64? { generations.first { $0.instance == instance }?.generation }
}
