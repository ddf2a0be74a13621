import FeedConfiguration
import FeedMessages
import FeedModel

/// A section of the front page.
enum GoogleNewsTopic: String, ConfigChoice, Sendable, Hashable {
    case top, world, nation, business, technology, entertainment, sports, science, health

    static var synonyms: [String: GoogleNewsTopic] {
        ["tech": .technology, "sport": .sports, "top_stories": .top, "headlines": .top]
    }

    /// The word in addresses.
    var word: String { rawValue.uppercased() }

    /// Reads a topic of an address: its word, also as `TECHNOLOGY.ja_jp`, or one of the codes used until 2017.
    init?(word: String) {
        let letters: [String: GoogleNewsTopic] = [
            "h": .top, "w": .world, "n": .nation, "y": .nation, "b": .business, "t": .technology, "tc": .technology,
            "e": .entertainment, "s": .sports, "snc": .science, "m": .health,
        ]
        let word = word.prefix { $0 != "." }.lowercased()
        guard let topic = letters[word] ?? GoogleNewsTopic(rawValue: word) else { return nil }
        self = topic
    }

    /// The topic's name in a language. In Japan's edition `nation` is called Japan.
    func title(in locale: DigestLocale, of edition: GoogleNewsEdition) -> String {
        let name = self == .nation && edition.country == "JP" ? "japan" : rawValue
        // messages: google_news.topic.*
        return LocalizedText.message("google_news.topic.\(name)").text(in: locale)
    }
}
