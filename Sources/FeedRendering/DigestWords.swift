package import FeedModel

/// The fixed words of a digest in its language.
package struct DigestWords: Sendable {
    /// BCP 47 tag of the language.
    package let language: String
    /// An entry without a title and without text.
    package let untitled: String
    /// A digest without entries.
    package let nothingNew: String
    /// Heading over sources that could not be asked.
    package let failedSources: String
    /// Over the list of sections.
    package let contents: String
    /// Before the names of other sources that brought the same.
    package let alsoIn: String
    /// Before files that belong to an entry.
    package let attachments: String
    /// Opens an entry's whole text.
    package let fullText: String
    /// The whole text is too long for the page.
    package let tooLong: String
    /// Between names in a list.
    package let separator: String
    /// Opens and closes a remark.
    package let parentheses: (open: String, close: String)
    /// Opens and closes a title within a sentence.
    package let quotes: (open: String, close: String)
    private let numberNames: [String: String]

    /// The words of `locale`.
    package init(_ locale: DigestLocale) {
        self = locale == .ja ? .japanese : .english
    }

    /// What a plugin's number is called: likes, stocks, comments, bookmarks; others go by their own name.
    package func name(ofNumber number: String) -> String { numberNames[number] ?? number }

    /// "12 entries".
    package func entries(_ count: Int) -> String {
        language == "ja" ? "\(grouped(count))件" : "\(grouped(count)) \(count == 1 ? "entry" : "entries")"
    }

    /// A day and a time of it: "Friday, 20 November 2026, 07:00".
    package func date(_ time: CivilTime) -> String {
        let clock = "\(padded(time.hour, 2)):\(padded(time.minute, 2))"
        guard (1...12).contains(time.month), (0...6).contains(time.weekday) else { return clock }
        if language == "ja" {
            let weekday = ["日", "月", "火", "水", "木", "金", "土"][time.weekday]
            return "\(time.year)年\(time.month)月\(time.day)日（\(weekday)）\(clock)"
        }
        let weekday = ["Sun", "Mon", "Tues", "Wednes", "Thurs", "Fri", "Satur"][time.weekday] + "day"
        let month = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ][time.month - 1]
        return "\(weekday), \(time.day) \(month) \(time.year), \(clock)"
    }

    /// Since when a digest tells: "since 2026/11/19 07:00".
    package func since(_ date: String) -> String { language == "ja" ? "\(date)以降" : "since \(date)" }

    /// How many sources could not be asked.
    package func failures(_ count: Int) -> String {
        if language == "ja" { return "取得できなかった情報源が\(grouped(count))件あります" }
        return count == 1 ? "1 source could not be fetched" : "\(grouped(count)) sources could not be fetched"
    }

    /// About how long a text takes to read.
    package func readingTime(minutes: Int) -> String {
        language == "ja" ? "約\(grouped(minutes))分" : "about \(grouped(minutes)) min"
    }

    /// A whole number with its thousands set apart: 12,345.
    package func grouped(_ number: Int) -> String {
        var digits = Array(String(number.magnitude).utf8)
        var place = digits.count - 3
        while place > 0 {
            digits.insert(UInt8(ascii: ","), at: place)
            place -= 3
        }
        return (number < 0 ? "-" : "") + String(decoding: digits, as: UTF8.self)
    }
}

extension DigestWords {
    private static let english = DigestWords(
        language: "en", untitled: "(untitled)", nothingNew: "Nothing new.",
        failedSources: "Sources that could not be fetched", contents: "Contents", alsoIn: "also in",
        attachments: "Files", fullText: "Full text",
        tooLong: "The whole text is too long for this page; read it at its source.", separator: ", ",
        parentheses: (" (", ")"), quotes: (" “", "”"),
        numberNames: ["likes": "likes", "stocks": "stocks", "comments": "comments", "bookmarks": "bookmarks"])

    private static let japanese = DigestWords(
        language: "ja", untitled: "（無題）", nothingNew: "新しい記事はありません。", failedSources: "取得できなかった情報源",
        contents: "目次", alsoIn: "ほかの情報源", attachments: "添付", fullText: "本文を読む",
        tooLong: "本文が長いため、このページには載せていません。元の記事をご覧ください。", separator: "、", parentheses: ("（", "）"),
        quotes: ("「", "」"),
        numberNames: ["likes": "いいね", "stocks": "ストック", "comments": "コメント", "bookmarks": "ブックマーク"])

    private init(
        language: String, untitled: String, nothingNew: String, failedSources: String, contents: String,
        alsoIn: String, attachments: String, fullText: String, tooLong: String, separator: String,
        parentheses: (open: String, close: String), quotes: (open: String, close: String),
        numberNames: [String: String]
    ) {
        self.language = language
        self.untitled = untitled
        self.nothingNew = nothingNew
        self.failedSources = failedSources
        self.contents = contents
        self.alsoIn = alsoIn
        self.attachments = attachments
        self.fullText = fullText
        self.tooLong = tooLong
        self.separator = separator
        self.parentheses = parentheses
        self.quotes = quotes
        self.numberNames = numberNames
    }
}
