/// The n-grams of the titles that were compared last, if those of all would take too much memory. Titles are compared with
/// others of the same days, so that most are found here.
final class RecentGrams {
    /// The n-grams of a title.
    struct Title {
        let place: Int
        let grams: [StoryVectors.Gram]
        let norm: Float
    }

    /// How many titles there are room for: a power of 2.
    private static let count = 8192

    private var titles: [Title?] = []

    /// Those of the title at a place of the vectors, if they are known.
    subscript(place: Int) -> Title? {
        get {
            guard !titles.isEmpty, let title = titles[place & (Self.count - 1)] else { return nil }
            return title.place == place ? title : nil
        }
        set {
            if titles.isEmpty { titles = [Title?](repeating: nil, count: Self.count) }
            titles[place & (Self.count - 1)] = newValue
        }
    }
}
