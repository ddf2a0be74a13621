/// The pictures of an entry that say how wide they are: the same one in several sizes (Media RSS §media:content).
struct SizedPictures {
    private var pictures: [(address: String, width: Int)] = []

    /// Pixels; wider ones are for print.
    private static let widest = 2000
    /// More sizes than anybody makes.
    private static let most = 100

    mutating func add(_ address: String, width: Int) {
        if pictures.count < Self.most { pictures.append((address, width)) }
    }

    /// The largest that fits a page, if `chosen` is one of them; else `chosen`.
    func better(than chosen: String) -> String {
        guard let known = pictures.first(where: { $0.address == chosen }) else { return chosen }
        let fitting = pictures.filter { $0.width <= Self.widest }
        // Of equals the first.
        guard let best = fitting.reversed().max(by: { $0.width < $1.width }) else {
            return pictures.min { $0.width < $1.width }?.address ?? chosen
        }
        return best.width > known.width || known.width > Self.widest ? best.address : chosen
    }
}
