import FeedModel

/// Decides which entries have their whole text on a page, so that the page stays small.
struct HTMLBodies {
    private let choice: HTMLOptions.Bodies
    private let hasPictures: Bool
    /// Entries whose texts did not fit.
    private(set) var leftOut = 0
    /// Bytes that the texts of the remaining entries may take.
    private var budget: Int

    /// Makes the decision for a page of `count` entries that has `used` bytes without texts: at most 150 KB, and with
    /// more than a hundred entries as much more. `bodies: full` has only a limit for safety.
    init(_ options: HTMLOptions, count: Int, used: Int) {
        choice = options.bodies
        hasPictures = options.pictures != .none
        let size = Self.pageSize / 100 * max(100, count)
        budget = choice == .full ? Self.fullLimit : max(0, size - used - Self.noteSize)
    }

    /// Returns the body of an entry, or nil if it has none on the page. After the first that does not fit, no body fits.
    mutating func body(of entry: PageEntry) -> EntryBody? {
        guard choice != .none else { return nil }
        // A text for which there is no space is not made.
        let most = choice == .full ? Self.fullBodyLimit : Self.bodyLimit
        let limit = min(most, budget)
        let body = EntryBody(
            of: entry.entry.entry, card: entry.card, limit: limit, isFull: choice == .full,
            hasPictures: hasPictures)
        guard let body else { return nil }
        guard choice != .full else {
            budget -= body.size
            return body
        }
        if case .tooLong = body.content {
            if limit < most { budget = 0 }
            leftOut += 1
            return nil
        }
        let size = body.size + Self.markupSize
        guard size <= budget else {
            budget = 0
            leftOut += 1
            return nil
        }
        budget -= size
        return body
    }

    /// Sizes in bytes: of a page of a hundred entries, of the note on texts left out, and of the markup around a
    /// body.
    private static let pageSize = 150_000
    private static let noteSize = 400
    private static let markupSize = 200
    /// Limits in bytes for an entry's text, and for all with `bodies: full`.
    private static let bodyLimit = 32_768
    private static let fullBodyLimit = 262_144
    private static let fullLimit = 16_777_216
}
