/// The values that numbers of readers, such as likes, had for the entries of each source at each age.
public struct NumberHistory: Sendable {
    private struct Place: Hashable {
        let source: String
        let number: String
        let bucket: AgeBucket
    }

    /// The values of each place, in ascending order.
    private let values: [Place: [Int]]

    /// A value that an entry had at an age.
    public struct Sample: Sendable, Hashable {
        /// The configured name of the entry's source.
        public var source: String
        /// The name of the number, such as `likes`.
        public var number: String
        /// The age of the entry when it had the value.
        public var bucket: AgeBucket
        /// The value.
        public var value: Int

        /// Makes a sample.
        public init(source: String, number: String, bucket: AgeBucket, value: Int) {
            self.source = source
            self.number = number
            self.bucket = bucket
            self.value = value
        }
    }

    /// Makes a history of samples, at most one for each entry, number and bucket; by default an empty one.
    public init(_ samples: some Sequence<Sample> = EmptyCollection()) {
        values = Dictionary(grouping: samples) { Place(source: $0.source, number: $0.number, bucket: $0.bucket) }
            .mapValues { $0.map(\.value).sorted() }
    }

    /// Returns how a value compares with those that the source's entries had at like age, or nil without any.
    public func standing(of value: Int, as number: String, in source: String, at age: AgeBucket) -> NumberStanding? {
        guard let known = values[Place(source: source, number: number, bucket: age)], !known.isEmpty else { return nil }
        return NumberStanding(
            below: known.partitioningIndex { $0 >= value }, notAbove: known.partitioningIndex { $0 > value },
            count: known.count)
    }
}

/// How a number of an entry compares with those of other entries of its source at like age.
public struct NumberStanding: Sendable, Hashable {
    /// How many of the values are smaller.
    public let below: Int
    /// How many of the values are smaller or equal.
    public let notAbove: Int
    /// How many values there are, at least 1.
    public let count: Int

    /// Makes a standing. Nil unless 0 ≤ `below` ≤ `notAbove` ≤ `count`, and there is a value.
    public init?(below: Int, notAbove: Int, count: Int) {
        guard 0 <= below, below <= notAbove, notAbove <= count, count > 0 else { return nil }
        self.below = below
        self.notAbove = notAbove
        self.count = count
    }
}

extension [Int] {
    /// Returns the first index at which `belongs` is true. It must be false before, and true behind it.
    fileprivate func partitioningIndex(where belongs: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
