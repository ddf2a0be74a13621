package import FeedModel

/// A list of feeds in OPML (1.0, 1.1, 2.0), as far as it can be read.
package struct OPMLDocument: Sendable, Hashable {
    /// One outline that has an address.
    package struct Feed: Sendable, Hashable {
        /// The address as written, on one line; it may be anything.
        package var address: String
        /// The title, or nil.
        package var title: String?
        /// The titles of the outlines around it, the outermost first.
        package var folders: [String] = []
        /// The attribute `category`, taken apart at its commas.
        package var categories: [String] = []

        package init(address: String, title: String? = nil, folders: [String] = [], categories: [String] = []) {
            self.address = address
            self.title = title
            self.folders = folders
            self.categories = categories
        }
    }

    /// The feeds, in the order of the document.
    package var feeds: [Feed] = []
    /// How many outlines without an address have feeds inside, directly or not.
    package var folders = 0
    /// The addresses of other lists that the list includes (`type="include"`). They are not read.
    package var included: [String] = []
    /// What had to be mended.
    package var repairs: [Repair] = []
    /// Whether the document has its end.
    package var isComplete = false

    package init() {}
}
