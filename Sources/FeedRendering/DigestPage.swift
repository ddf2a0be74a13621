import FeedModel

/// A digest that is written block by block. Text and Markdown differ only in their blocks.
protocol DigestPage {
    /// The bytes written so far.
    var bytes: [UInt8] { get }
    var words: DigestWords { get }
    init(words: DigestWords, dates: DigestDates)
    mutating func head(of digest: Digest)
    mutating func section(_ title: String)
    /// Writes an entry under a section's heading, which is empty if there is none.
    mutating func entry(_ card: EntryCard, under heading: String)
    /// Width of an excerpt, in columns.
    static var excerptWidth: Int { get }
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
            let heading = VisibleText.line(section.title)
            for entry in section.entries {
                let card = EntryCard(
                    entry, columns: Self.excerptWidth, words: page.words, sourceTitles: sourceTitles)
                page.entry(card, under: heading)
            }
        }
        page.foot(of: digest)
        return page.bytes
    }
}
