/// What a digest is that no pipeline delivered: the best entries of a time, for somebody who was away. `Digest.from` and
/// `Digest.to` are that time.
public struct CatchUp: Sendable, Hashable {
    /// By what the entries are in order, the best first.
    public enum Order: Sendable, Hashable {
        /// By how their numbers of readers compare with those of other entries.
        case buzz
        /// The newest first.
        case date
        /// By a number, the highest first.
        case number(String)
    }

    /// How many entries competed for the digest, those in it included.
    public var offered: Int
    /// How many of these no delivery had, because `take` had passed them over.
    public var passedOver: Int
    /// How many entries did not compete, because their pipeline has not judged them yet.
    public var undecided: Int
    /// The order of the entries.
    public var order: Order

    /// Makes the description of a digest.
    public init(offered: Int, passedOver: Int, undecided: Int, order: Order) {
        self.offered = offered
        self.passedOver = passedOver
        self.undecided = undecided
        self.order = order
    }
}
