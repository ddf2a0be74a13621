import FeedMessages

/// Collects the mistakes of a configuration while it is read. Reading does not stop at the first mistake.
///
/// It is a class, because all sections of one reading add to the same list.
public final class Diagnostics {
    /// The diagnostics in the order in which they were found, at most `Diagnostics.limit`.
    public private(set) var list: [Diagnostic] = []
    /// The number of diagnostics beyond `Diagnostics.limit`.
    public private(set) var omitted = 0
    /// The number of errors.
    public private(set) var errorCount = 0
    /// Whether there is an error, so that nothing runs.
    public var hasErrors: Bool { errorCount > 0 }

    /// The most diagnostics that are kept. Nobody reads more, and a hostile file must not fill the memory.
    public static let limit = 1000

    /// Places where a variable is missing. Other mistakes at such a place follow from that.
    private var placesOfUnavailableValues: Set<Place> = []

    /// Makes an empty collection.
    public init() {}

    /// Makes a collection that begins with the diagnostics of another one.
    package init(copying other: Diagnostics) {
        (list, omitted, errorCount) = (other.list, other.omitted, other.errorCount)
        placesOfUnavailableValues = other.placesOfUnavailableValues
    }

    /// Records that a variable is missing at a place.
    package func recordUnavailableValue(at place: Place) { placesOfUnavailableValues.insert(place) }

    /// Adds a diagnostic, unless the list has it, or it is an error at a place where a variable is missing.
    public func report(_ diagnostic: Diagnostic) {
        if diagnostic.severity == .error, placesOfUnavailableValues.contains(diagnostic.place) { return }
        // A source and its parser may read the same option.
        if list.count < Self.limit, list.contains(diagnostic) { return }
        if diagnostic.severity == .error { errorCount += 1 }
        if list.count < Self.limit { list.append(diagnostic) } else { omitted += 1 }
    }

    /// Takes an error back that another one explains.
    func withdraw(_ diagnostic: Diagnostic) {
        guard diagnostic.severity == .error, let index = list.lastIndex(of: diagnostic) else { return }
        list.remove(at: index)
        errorCount -= 1
    }

    /// Returns the nearest of `candidates` to a misspelt `word`, or nil. It is slow, so it stops after 200 diagnostics.
    public func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        list.count < 200 ? Spelling.nearest(to: word, among: candidates) : nil
    }
}
