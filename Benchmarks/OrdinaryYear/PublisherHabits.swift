/// How a publisher publishes.
struct PublisherHabits: Sendable {
    /// When articles appear.
    enum Rhythm: Sendable {
        /// So many articles a day, from six to midnight.
        case steady(Double)
        /// The same, but only on workdays.
        case office(Double)
        /// All articles of a day at one hour.
        case batch(Int, hour: Double)
        /// So many articles on Monday at nine.
        case weekly(Int)
        case monthly(Int)
        /// Rarely, and then many articles within an hour.
        case bursts(Double, size: Int)
        /// One article at each of these hours, every day.
        case hours([Double])
    }

    /// Which articles are in the document.
    enum Listing: Sendable {
        case newest(Int)
        /// A chart with so many places. An article keeps its place for so many hours; one in twenty returns a day
        /// later.
        case chart(Int, hours: Double)
    }

    enum Format: Sendable { case rss, rdf, atom, qiita }

    /// The validators that a server sends for conditional requests.
    enum Validators: Sendable {
        case etag, lastModified, none
        /// None, and the document contains the time at which it was made.
        case stamped
    }

    enum Dating: Sendable {
        case exact
        /// Only the day, as midnight in Tokyo.
        case day
        case none
    }

    var rhythm: Rhythm
    var listing: Listing = .newest(20)
    var format: Format = .rss
    var validators: Validators = .etag
    var dating: Dating = .exact
    /// One in so many articles links to an article of Qiita; 0: none.
    var borrows = 0
}
