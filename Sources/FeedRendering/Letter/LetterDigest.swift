public import FeedModel

/// A digest as one letter or several: as text, and as HTML for mail programs, with the same entries in the same order.
public struct LetterDigest: Sendable {
    /// What a user may choose about letters.
    public struct Options: Sendable, Hashable {
        /// What may be chosen about a page of any format.
        public var page = PageOptions()
        /// Whether the HTML shows pictures, which the reader's mail program loads from their sites.
        public var hasPictures = false

        /// Makes the default choice.
        public init() {}
    }

    /// A letter's content.
    public struct Letter: Sendable {
        /// The title, with the letter's number if there are several; on one line.
        public let title: String
        /// The text in UTF-8. Its lines end with LF.
        public let text: [UInt8]
        /// The HTML in UTF-8. Its lines end with LF.
        public let html: [UInt8]
        /// The keys of the letter's entries, in the order in which they stand there, each with those of its story behind
        /// it.
        public let keys: [String]
        /// The title of its first entry, on one line; empty if it has none.
        public let headline: String
    }

    /// The sizes of a block: of the leads, or of a section.
    public struct Block: Sendable, Hashable {
        /// The bytes of the heading's HTML.
        public let heading: Int
        /// The bytes of each entry's HTML, with the other entries of its story.
        public let entries: [Int]
    }

    private let parts: PageParts
    private let hasPictures: Bool
    /// The blocks, as `PagePlan.Piece` counts them.
    public let blocks: [Block]
    /// The most bytes of a letter's HTML without headings and entries.
    public let frame: Int

    /// Lays a digest out. Where an entry with the others of its story has more than 64,000 bytes of HTML, each of them
    /// stands by itself. An entry that alone has more is shortened to its title, its link and its source.
    public init(_ digest: Digest, options: Options = Options()) {
        var digest = digest
        digest.title = Excerpt.cut(VisibleText.line(digest.title), columns: Self.widestTitle)
        var whole = PageParts(digest, options: options.page)
        let hasPictures = options.hasPictures
        let plan = whole.plan.separating { [whole] entry, section in
            Self.size(whole, hasPictures) { $0.write(card: entry, under: section?.title ?? "") } > Self.longestEntry
        }.mapping { [whole] entry in
            guard Self.size(whole, hasPictures, { $0.write(card: entry, under: "") }) > Self.longestEntry else {
                return entry
            }
            var entry = entry
            entry.card = entry.card.shortened(longestLink: Self.longestLink)
            return entry
        }
        whole = whole.part(.whole, with: plan)
        parts = whole
        self.hasPictures = hasPictures
        blocks =
            [
                Block(
                    heading: Self.size(whole, hasPictures) { $0.writeHeading(whole.leadsHeading) },
                    entries: plan.leads.map { entry in
                        Self.size(whole, hasPictures) { $0.write(card: entry, under: "") }
                    })
            ]
            + plan.sections.map { section in
                Block(
                    heading: Self.size(whole, hasPictures) {
                        $0.writeHeading(section.title.isEmpty ? whole.words.otherEntries : section.title)
                    },
                    entries: section.cards.map { entry in
                        Self.size(whole, hasPictures) { $0.write(card: entry, under: section.title) }
                    }
                        + section.briefs.map { entry in
                            Self.size(whole, hasPictures) { page in
                                page.writeBriefs([entry] + entry.followers, under: section.title)
                            }
                        })
            }
        let empty = LetterPage(whole.part(.whole, with: plan.part([])), hasPictures: hasPictures).rendered()
        frame = empty.count + (whole.legend?.utf8.count ?? 0) + Self.reserve
    }

    /// Returns a letter with these pieces, which are in order.
    public func letter(_ pieces: [PagePlan.Piece], as position: EditionPart) -> Letter {
        let part = parts.part(position, with: parts.plan.part(pieces))
        let entries = part.plan.blocks.joined()
        return Letter(
            title: part.title, text: TextDigest.render(part),
            html: LetterPage(part, hasPictures: hasPictures).rendered(),
            keys: entries.flatMap { [$0.entry.key] + $0.others.map(\.entry.key) },
            headline: entries.first?.card.title ?? "")
    }

    private static func size(_ parts: PageParts, _ hasPictures: Bool, _ write: (inout LetterPage) -> Void) -> Int {
        var page = LetterPage(parts, hasPictures: hasPictures)
        write(&page)
        return page.bytes.count
    }

    /// Width limit of a title, in columns.
    private static let widestTitle = 120
    private static let longestEntry = 64_000
    private static let longestLink = 8000
    /// Space for what hides behind the subject, and for the sentence that the letter goes on: both escaped.
    private static let reserve = 3000
}
