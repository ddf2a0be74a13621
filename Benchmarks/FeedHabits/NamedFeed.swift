package import FeedModel
import FeedTesting

/// A simulated feed with one way to identify entries, in documents of one shape.
package struct NamedFeed: Sendable {
    /// What could identify its entries.
    package enum Habit: String, Sendable, CaseIterable {
        case guid = "guid and link"
        case permalink = "the guid is the link"
        case link = "no guid"
        case guidAlone = "no link"
        case guidOfVersion = "the guid changes with an edit"
        case guidOfFetch = "the guid changes at each fetch"
        case guidOfPlace = "the guid is the place in the document"
        case guidOfAll = "all have one guid"
        case guidsReused = "guids come again for other articles"
        case tracking = "guid and link with a campaign of the fetch"
        case schemes = "http and https in turn"
        case www = "www. or not, in turn"
        case session = "no guid, links with a session"
        case sharedLink = "all have one link"
        case sharedLinkAlone = "no guid, and all have one link"
        case text = "no guid, no link"
        case editedTitle = "no guid, titles are edited"
        case editedText = "no guid, no link, texts are edited"
        case equalTitles = "no guid, all have one title, no dates"
        case equalTitlesAndLinks = "all have one title and one link"
        case movingDates = "no guid, dates move at each fetch"
        case equalDates = "no guid, all have one date"
        case bare = "no guid, no titles, no dates"
    }

    /// How the document changes.
    package enum Shape: String, Sendable, CaseIterable {
        /// It contains all articles since the beginning.
        case grows
        /// It contains the newest articles, in another order each time.
        case shuffles
        /// Two copies alternate, and one of them is behind.
        case flaps
        /// Some of the newest articles are missing sometimes.
        case drops
    }

    package let habit: Habit
    package let shape: Shape
    private let site: String
    private let index: Int
    /// The visit at which each article appears; negative before the first visit.
    private let appearances: [Int]

    private static let length = 20
    /// The visits by which the copy is behind.
    private static let delay = 3
    /// Visits after which an article is edited.
    private static let editedAfter = 2

    package init(_ habit: Habit, _ shape: Shape, index: Int, visits: Int, seed: UInt64) {
        (self.habit, self.shape, self.index) = (habit, shape, index)
        site = "feed\(index).example"
        var random = SplitMix(seed: seed &+ UInt64(index) &* 7919)
        var appearances = (-Self.length..<0).map { $0 }
        for visit in 0..<visits {
            for _ in 0..<[0, 0, 0, 1, 1, 1, 2, 3].randomElement(using: &random)! {  // not empty
                appearances.append(visit)
            }
        }
        self.appearances = appearances
    }

    /// The numbers of the articles in the document of a visit, in its order.
    package func shown(at visit: Int) -> [Int] {
        let isBehind = shape == .flaps && visit % 2 == 1
        let moment = isBehind ? visit - Self.delay : visit
        let known = appearances.indices.filter { appearances[$0] <= moment }
        let newest = Array((shape == .grows ? known : known.suffix(Self.length)).reversed())
        var random = SplitMix(seed: UInt64(index * 100_003 + visit))
        switch shape {
        case .grows, .flaps: return newest
        case .shuffles: return newest.shuffled(using: &random)
        // Each article is there at the visit at which it appears.
        case .drops: return newest.filter { appearances[$0] == visit || Int.random(in: 0..<4, using: &random) > 0 }
        }
    }

    /// The parsed document of a visit.
    package func feed(at visit: Int, _ now: Timestamp, each interval: Duration) -> Feed {
        var feed = Feed(format: .rss20)
        feed.title = "Feed \(index)"
        feed.homePageURL = "https://\(site)/"
        feed.entries = shown(at: visit).enumerated().map { place, number in
            let age = visit - appearances[number]
            // The copy that is behind has the article before its edit.
            let isEdited = age - (shape == .flaps && visit % 2 == 1 ? Self.delay : 0) >= Self.editedAfter
            var entry = entry(number, place: place, visit: visit, isEdited: isEdited)
            switch habit {
            case .equalTitles, .bare: break
            case .movingDates: entry.published = now
            case .equalDates: entry.published = now - interval * visit
            default: entry.published = now - interval * age - .seconds(number % 7 * 60 + 5)
            }
            entry.numbers = ["article": number]
            return entry
        }
        return feed
    }

    private func entry(_ number: Int, place: Int, visit: Int, isEdited: Bool) -> Entry {
        var entry = Entry()
        let link = "https://\(site)/posts/\(number)"
        let name = "tag:\(site),\(number)"
        entry.title = "Article \(number)"
        entry.content = .plain("Text of the article \(number)\(isEdited ? ", edited" : "")")
        entry.url = link
        entry.guid = name
        switch habit {
        case .guid: break
        case .permalink: entry.guid = link
        case .link, .movingDates, .equalDates: entry.guid = nil
        case .guidAlone: entry.url = nil
        case .guidOfVersion: entry.guid = name + (isEdited ? ",2" : ",1")
        case .guidOfFetch: entry.guid = name + ",\(visit)"
        case .guidOfPlace: entry.guid = "tag:\(site),place:\(place)"
        case .guidOfAll: entry.guid = "tag:\(site)"
        case .guidsReused: entry.guid = "\(number % 30)"
        case .tracking:
            entry.url = link + "?utm_source=rss&utm_campaign=\(visit)"
            entry.guid = entry.url
        case .schemes:
            entry.url = visit % 2 == 0 ? link : link.replacingScheme()
            entry.guid = entry.url
        case .www:
            entry.url = visit % 2 == 0 ? link : "https://www.\(site)/posts/\(number)"
            entry.guid = entry.url
        case .session:
            entry.url = link + "?sid=\(visit * 7919)"
            entry.guid = nil
        case .sharedLink: entry.url = "https://\(site)/"
        case .sharedLinkAlone: (entry.url, entry.guid) = ("https://\(site)/", nil)
        case .text, .editedText: (entry.url, entry.guid) = (nil, nil)
        case .editedTitle:
            entry.guid = nil
            if isEdited { entry.title = "Update: the article \(number)" }
        case .equalTitles: (entry.title, entry.guid) = ("Daily digest", nil)
        case .equalTitlesAndLinks: (entry.title, entry.url) = ("Daily digest", "https://\(site)/")
        case .bare: (entry.title, entry.guid) = (nil, nil)
        }
        // For most habits the text does not change, so that the result only depends on the habit.
        if habit != .editedText, habit != .guidOfVersion { entry.content = .plain("Text of the article \(number)") }
        return entry
    }
}

extension String {
    fileprivate func replacingScheme() -> String { "http" + dropFirst("https".count) }
}
