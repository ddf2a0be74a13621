import FeedMessages

/// Collects what is wrong with a configuration while it is read; nothing stops at the first mistake.
///
/// A class, because every section of one reading writes to the same list.
public final class Diagnostics {
    /// What was found, in the order of finding, at most `Diagnostics.limit`.
    public private(set) var list: [Diagnostic] = []
    /// How many were found beyond `Diagnostics.limit`.
    public private(set) var omitted = 0
    /// How many of them forbid a run.
    public private(set) var errorCount = 0
    /// Whether anything forbids a run.
    public var hasErrors: Bool { errorCount > 0 }

    /// How many are kept: nobody reads more, and a hostile file must not fill the memory with them.
    public static let limit = 1000

    /// Where a variable is missing: other mistakes at such a place follow from that.
    private var placesOfUnavailableValues: Set<Place> = []

    /// Makes an empty collection.
    public init() {}

    /// Makes one that begins with what another has found so far.
    package init(copying other: Diagnostics) {
        (list, omitted, errorCount) = (other.list, other.omitted, other.errorCount)
        placesOfUnavailableValues = other.placesOfUnavailableValues
    }

    /// Notes that a variable is missing at a place.
    package func recordUnavailableValue(at place: Place) { placesOfUnavailableValues.insert(place) }

    /// Adds one.
    public func report(_ diagnostic: Diagnostic) {
        if diagnostic.severity == .error, placesOfUnavailableValues.contains(diagnostic.place) { return }
        // A source and its parser may read the same option.
        if list.count < Self.limit, list.contains(diagnostic) { return }
        if diagnostic.severity == .error { errorCount += 1 }
        if list.count < Self.limit { list.append(diagnostic) } else { omitted += 1 }
    }

    /// The nearest of `candidates` to a misspelt `word`, or nil. Gives up after many diagnostics: it is not cheap.
    public func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        list.count < 200 ? Spelling.nearest(to: word, among: candidates) : nil
    }
}
