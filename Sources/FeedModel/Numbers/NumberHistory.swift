/// The values that numbers of readers, such as likes, had for the entries of each source at each age.
///
/// The state keeps at most one value for each entry, number and age, for 30 days. A history has those of the newest
/// entries of each source. Ages at which a source was not fetched, or had not changed, have no value.
public struct NumberHistory: Sendable {
    /// By source.
    private let values: [String: SourceNumbers]

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
        var sources: [String: SourceNumbers] = [:]
        for sample in samples {
            sources[sample.source, default: SourceNumbers()].add(
                NumberTrack(
                    name: sample.number, points: [NumberTrack.Point(bucket: sample.bucket, value: sample.value)]))
        }
        self.init(sources)
    }

    /// Makes a history of the values of each source, by configured name.
    package init(_ sources: [String: SourceNumbers]) { values = sources.mapValues { $0.sorted() } }

    /// Returns how a value compares with those that the source's entries had at like age, or nil without any. The value
    /// of the compared entry itself may be among them.
    public func standing(of value: Int, as number: String, in source: String, at age: AgeBucket) -> NumberStanding? {
        Self.standing(of: value, among: values[source]?[number, age] ?? [])
    }

    /// Returns how a value compares with the last ones of all the source's entries, whatever their age, or nil without
    /// any. Values of other ages are converted to this one by how numbers usually grow.
    public func standingAtAnyAge(
        of value: Int, as number: String, in source: String, at age: AgeBucket
    ) -> NumberStanding? {
        Self.standing(of: age.final(value), among: values[source]?.final(number) ?? [])
    }

    private static func standing<Value: Comparable>(of value: Value, among known: [Value]) -> NumberStanding? {
        NumberStanding(
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

/// The values that numbers of one source's entries had, by number and age.
package struct SourceNumbers: Sendable {
    /// How many numbers of other names than `NumberName.standard` a source may have. Further ones are left out.
    private static let mostOthers = 32
    private static let standard = Set(NumberName.standard)

    /// The values by number, and then by bucket.
    private var values: [String: [[Int]]] = [:]
    /// By number, the last value of each entry, converted to what it will be in the end.
    private var finals: [String: [Double]] = [:]
    private var others = 0

    package init() {}

    /// Adds the values of a number of an entry.
    package mutating func add(_ track: NumberTrack) {
        if values[track.name] == nil {
            if !Self.standard.contains(track.name) {
                guard others < Self.mostOthers else { return }
                others += 1
            }
            values[track.name] = AgeBucket.allCases.map { _ in [] }
        }
        for point in track.points { values[track.name]?[point.bucket.rawValue].append(point.value) }
        if let last = track.points.last { finals[track.name, default: []].append(last.bucket.final(last.value)) }
    }

    /// Returns the same values, each list in ascending order.
    fileprivate func sorted() -> SourceNumbers {
        var copy = self
        copy.values = values.mapValues { $0.map { $0.sorted() } }
        copy.finals = finals.mapValues { $0.sorted() }
        return copy
    }

    fileprivate subscript(number: String, age: AgeBucket) -> [Int]? { values[number]?[age.rawValue] }

    fileprivate func final(_ number: String) -> [Double]? { finals[number] }
}

extension AgeBucket {
    /// Returns what a value of this age becomes in the end, by how numbers of readers usually grow: a tenth and a half of
    /// them come in the first hour, and three quarters in the first 16 hours.
    fileprivate func final(_ value: Int) -> Double { Double(value) * 100 / Self.percentReached[rawValue] }

    private static let percentReached: [Double] = [15, 25, 40, 55, 75, 90, 100, 100]
}

extension Array {
    /// Returns the first index at which `belongs` is true. It must be false before, and true behind it.
    fileprivate func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
