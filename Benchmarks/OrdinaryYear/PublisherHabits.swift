/// What a publisher is used to.
struct PublisherHabits: Sendable {
    /// When articles appear.
    enum Rhythm: Sendable {
        /// At all hours of the day from six to midnight, so many a day.
        case steady(Double)
        /// The same, on weekdays that are no holidays.
        case office(Double)
        /// All of a day at one hour.
        case batch(Int, hour: Double)
        /// So many on Monday at nine.
        case weekly(Int)
        case monthly(Int)
        /// Seldom, and then many within an hour.
        case bursts(Double, size: Int)
        /// At these hours, every day.
        case hours([Double])
    }

    /// Which articles stand in the document.
    enum Listing: Sendable {
        case newest(Int)
        /// So many places, each of which another article takes every so many hours; one of twenty comes back a day later.
        case chart(Int, hours: Double)
    }

    enum Format: Sendable { case rss, rdf, atom, qiita }

    /// What a server tells to ask "has it changed?" with.
    enum Validators: Sendable {
        case etag, lastModified, none
        /// None, and the document tells when it was made.
        case stamped
    }

    enum Dating: Sendable {
        case exact
        /// The day alone, as midnight in Tokyo.
        case day
        case none
    }

    var rhythm: Rhythm
    var listing: Listing = .newest(20)
    var format: Format = .rss
    var validators: Validators = .etag
    var dating: Dating = .exact
    /// One of so many articles leads to an article of Qiita's, or 0.
    var borrows = 0
}
