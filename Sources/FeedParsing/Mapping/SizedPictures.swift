/// The pictures of an entry with a width: often the same one in several sizes (Media RSS §media:content).
struct SizedPictures {
    private var pictures: [(address: String, width: Int)] = []

    /// Pixels of width; wider pictures are for print.
    private static let widest = 2000
    /// Pictures that are kept.
    private static let most = 100

    mutating func add(_ address: String, width: Int) {
        if pictures.count < Self.most { pictures.append((address, width)) }
    }

    /// The widest picture of at most 2,000 pixels, if `chosen` is among the pictures; else `chosen`.
    func better(than chosen: String) -> String {
        guard let known = pictures.first(where: { $0.address == chosen }) else { return chosen }
        let fitting = pictures.filter { $0.width <= Self.widest }
        // Of equal widths the first.
        guard let best = fitting.reversed().max(by: { $0.width < $1.width }) else {
            return pictures.min { $0.width < $1.width }?.address ?? chosen
        }
        return best.width > known.width || known.width > Self.widest ? best.address : chosen
    }
}
