/// What a feed is used to: how often it publishes, how it dates, what of it its document shows, how it names its entries,
/// and what happens to it once in its life. Feeds of the web do each of these things.
package struct FeedHabits: Sendable {
    /// When articles appear.
    enum Rhythm: Sendable {
        case steady(perDay: Double)
        /// All of a day at two o'clock at night.
        case nightly(Int)
        /// All of a week on Monday morning.
        case weekly(Int)
        /// Few, and now and then many within an hour.
        case bursts(perDay: Double, size: Int)
    }

    /// What an article says of its date.
    enum Dating: String, Sendable, CaseIterable {
        /// The second at which it appears.
        case exact
        /// The day alone, read as its beginning in UTC.
        case day
        /// The beginning of its day in Japan.
        case midnight
        /// An hour of the day that the publisher set, up to half a day before it appears.
        case embargo
        /// When it was written: up to three days before it appears.
        case written
        /// Every other article has none.
        case some
        case none
    }

    /// Which articles stand in the document.
    enum Listing: Sendable {
        case newest(Int)
        /// The most read ones, all of which are others after some hours; dated within two days.
        case ranking(Int, hours: Double)
        /// The same of articles of ten years.
        case evergreens(Int, hours: Double)
        /// Those of the day (in UTC).
        case today
        /// All since the feed began to be watched, and a few before.
        case everything
    }

    /// How entries are named.
    enum Naming: String, Sendable, CaseIterable {
        /// The guid is the link.
        case permalink
        /// A guid of its own kind.
        case tag
        /// A link alone.
        case link
        /// A guid alone.
        case guid
        /// `http` and `https` in turn.
        case schemes
        /// The link tells the page of the site on which the article stands, and so changes.
        case renumbered
    }

    /// What happens once.
    enum Event: String, Sendable, CaseIterable {
        case nothing
        /// All guids are others.
        case guids
        /// Guids and links are.
        case links
        /// Guids, links and titles are.
        case titles
        /// The document shows ten years.
        case archive
        /// The address shows another site's feed.
        case otherSite
    }

    var rhythm: Rhythm
    var dating: Dating
    var listing: Listing
    var naming: Naming
    var event: Event
    /// On which day the event happens.
    var eventDay: Int
    /// Whether entries have a text beside their title.
    var hasText: Bool

    /// Habits of the `index`th feed of a sample: each habit, in every company.
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

    /// Leaves out what nobody could tell from news: where an event leaves nothing of the articles as it was.
    private mutating func settle() {
        switch listing {
        case .ranking, .evergreens, .today: if event == .archive || event == .titles { event = .links }
        case .newest, .everything: break
        }
        let tellsMoments = dating == .exact || dating == .embargo || dating == .written
        if event == .titles, !hasText, !tellsMoments { event = .links }
        if naming == .link || naming == .renumbered, event == .guids { event = .nothing }
        if naming == .guid, event == .links { event = .guids }
        // A list of a day may hold less than the five entries that show that the feed has changed.
        if case .today = listing, !tellsMoments, event == .guids || event == .links { event = .nothing }
    }
}
