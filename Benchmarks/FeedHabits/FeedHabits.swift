/// The habits of a feed: its rhythm, its dates, the articles in its document, the identity of its entries, and one
/// event in its life. Feeds of the web do each of these things.
package struct FeedHabits: Sendable {
    /// When articles appear.
    enum Rhythm: Sendable {
        case steady(perDay: Double)
        /// All articles of a day at two o'clock at night.
        case nightly(Int)
        /// All articles of a week on Monday morning.
        case weekly(Int)
        /// Few articles, and sometimes many within an hour.
        case bursts(perDay: Double, size: Int)
    }

    /// The date of an article.
    enum Dating: String, Sendable, CaseIterable {
        /// The second of its appearance.
        case exact
        /// Only the day, read as its beginning in UTC.
        case day
        /// The beginning of the day in Japan.
        case midnight
        /// Midnight or noon in UTC, up to twelve hours before the article appears.
        case embargo
        /// The time of writing, up to three days before the article appears.
        case written
        /// Every other article has no date.
        case some
        case none
    }

    /// Which articles are in the document.
    enum Listing: Sendable {
        case newest(Int)
        /// The most read articles, replaced completely within some hours; their dates are within two days.
        case ranking(Int, hours: Double)
        /// The same with articles of ten years.
        case evergreens(Int, hours: Double)
        /// The articles of the day (in UTC).
        case today
        /// All articles since the first fetch, and a few older ones.
        case everything
    }

    /// How entries are identified.
    enum Naming: String, Sendable, CaseIterable {
        /// The guid is the link.
        case permalink
        /// The guid is no address.
        case tag
        /// There is only a link.
        case link
        /// There is only a guid.
        case guid
        /// Links change between `http` and `https`.
        case schemes
        /// The link contains the number of the site's page, and so changes.
        case renumbered
    }

    /// An event that happens once.
    enum Event: String, Sendable, CaseIterable {
        case nothing
        /// All guids change.
        case guids
        /// All guids and links change.
        case links
        /// All guids, links and titles change.
        case titles
        /// The document contains the articles of ten years.
        case archive
        /// The address returns another site's feed.
        case otherSite
    }

    var rhythm: Rhythm
    var dating: Dating
    var listing: Listing
    var naming: Naming
    var event: Event
    /// The day of the event.
    var eventDay: Int
    /// Whether entries have a text besides their title.
    var hasText: Bool

    /// The habits of feed number `index` of a sample; over the sample all habits are combined.
    init(index: Int, random: inout some RandomNumberGenerator) {
        dating = Dating.allCases[index % Dating.allCases.count]
        naming = Naming.allCases.randomElement(using: &random)!  // not empty
        hasText = Int.random(in: 0..<4, using: &random) > 0
        let length = [10, 15, 20, 30, 50].randomElement(using: &random)!  // not empty
        let hours = [0.25, 1, 4, 12, 24].randomElement(using: &random)!  // not empty
        listing =
            switch Int.random(in: 0..<10, using: &random) {
            case 0: .ranking(length, hours: hours)
            case 1: .evergreens(length, hours: hours)
            case 2: .today
            case 3: .everything
            default: .newest(length)
            }
        rhythm =
            switch Int.random(in: 0..<8, using: &random) {
            case 0: .nightly(Int.random(in: 3...12, using: &random))
            case 1: .weekly(Int.random(in: 3...12, using: &random))
            case 2: .bursts(perDay: 0.5, size: Int.random(in: 6...20, using: &random))
            default: .steady(perDay: [0.1, 0.5, 1, 3, 8, 20, 60].randomElement(using: &random)!)  // not empty
            }
        event = index % 2 == 0 ? Event.allCases.randomElement(using: &random)! : .nothing  // not empty
        eventDay = Int.random(in: 15...75, using: &random)
        settle()
    }

    /// Removes events after which the old articles could not be told from news, because nothing of them is unchanged.
    private mutating func settle() {
        switch listing {
        case .ranking, .evergreens, .today: if event == .archive || event == .titles { event = .links }
        case .newest, .everything: break
        }
        let tellsMoments = dating == .exact || dating == .embargo || dating == .written
        if event == .titles, !hasText, !tellsMoments { event = .links }
        if naming == .link || naming == .renumbered, event == .guids { event = .nothing }
        if naming == .guid, event == .links { event = .guids }
        // A list of one day may have fewer than the five entries that prove a change of the feed.
        if case .today = listing, !tellsMoments, event == .guids || event == .links { event = .nothing }
    }
}
