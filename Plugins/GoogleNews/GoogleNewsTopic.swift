import FeedConfiguration
import FeedModel

/// A section of the front page.
enum GoogleNewsTopic: String, ConfigChoice, Sendable, Hashable {
    case top, world, nation, business, technology, entertainment, sports, science, health

    /// The word in addresses.
    var word: String { rawValue.uppercased() }

    /// The topic that an address means: its word, `TECHNOLOGY.ja_jp` too, or one of the letters used until 2017.
    init?(word: String) {
        let letters: [String: GoogleNewsTopic] = [
            "h": .top, "w": .world, "n": .nation, "y": .nation, "b": .business, "t": .technology, "tc": .technology,
            "e": .entertainment, "s": .sports, "snc": .science, "m": .health,
        ]
        let word = word.prefix { $0 != "." }.lowercased()
        guard let topic = letters[word] ?? GoogleNewsTopic(rawValue: word) else { return nil }
        self = topic
    }

    func title(in locale: DigestLocale, of edition: GoogleNewsEdition) -> String {
        switch locale {
        case .ja:
            switch self {
            case .top: "トップニュース"
            case .world: "世界"
            case .nation: edition.country == "JP" ? "日本" : "国内"
            case .business: "ビジネス"
            case .technology: "テクノロジー"
            case .entertainment: "エンタメ"
            case .sports: "スポーツ"
            case .science: "科学"
            case .health: "健康"
            }
        case .en:
            switch self {
            case .top: "Top stories"
            case .nation: edition.country == "JP" ? "Japan" : "Nation"
            default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
            }
        }
    }
}
