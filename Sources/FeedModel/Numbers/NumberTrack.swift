/// The values that one number of an entry had, such as its likes, by the entry's age.
package struct NumberTrack: Sendable, Hashable {
    /// A value with the age at which the entry had it.
    package struct Point: Sendable, Hashable {
        /// The age.
        package var bucket: AgeBucket
        /// The last value at this age. It may be negative, and smaller than one before.
        package var value: Int

        /// Makes a point.
        package init(bucket: AgeBucket, value: Int) {
            self.bucket = bucket
            self.value = value
        }
    }

    /// The name of the number. It may come from a feed, and hold anything.
    package let name: String
    /// The values, at most one for each age, the youngest age first.
    package var points: [Point]

    /// Makes a track.
    package init(name: String, points: [Point]) {
        self.name = name
        self.points = points
    }
}
