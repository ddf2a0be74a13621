import FeedModel

/// A digest that is written block by block. Text and Markdown differ only in their blocks.
protocol DigestPage {
    /// The bytes written so far.
    var bytes: [UInt8] { get }
    init(words: DigestWords, dates: DigestDates)
    mutating func head(of digest: Digest)
    mutating func section(_ title: String)
    mutating func entry(_ entry: DigestEntry, sourceTitles: SourceTitles)
    mutating func foot(of digest: Digest)
}

extension DigestPage {
    /// Writes the whole digest.
    static func render(_ digest: Digest) -> [UInt8] {
        var page = Self(words: DigestWords(digest.locale), dates: DigestDates(zone: digest.zone))
        page.head(of: digest)
        let sourceTitles = SourceTitles(digest)
        for section in digest.sections {
            if !section.title.isEmpty { page.section(section.title) }
            for entry in section.entries { page.entry(entry, sourceTitles: sourceTitles) }
        }
        page.foot(of: digest)
        return page.bytes
    }
}
