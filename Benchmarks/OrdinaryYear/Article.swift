/// Something that a publisher published, and when it stood in his document. Moments are milliseconds since 1970.
struct Article: Sendable {
    /// Not used by any other article of the year.
    let number: Int
    let appears: Int64
    /// When it scrolls away.
    var ends = Int64.max
    /// When it stands there once more, as charts do it.
    var again: Range<Int64>?
    let date: Int64?
    /// Another publisher's article that it leads to, or nil.
    var link: String?

    func stands(at moment: Int64) -> Bool {
        appears <= moment && moment < ends || again?.contains(moment) == true
    }

    /// After this moment it is never seen again.
    var last: Int64 { max(ends, again?.upperBound ?? 0) }
}
