/// An article, and the times at which it is in its publisher's document. Times are milliseconds since 1970.
struct Article: Sendable {
    /// Unique in the whole year.
    let number: Int
    let appears: Int64
    /// When it leaves the document.
    var ends = Int64.max
    /// When it is in the document a second time, as in charts.
    var again: Range<Int64>?
    let date: Int64?
    /// The address of another publisher's article, if it links to one.
    var link: String?

    func stands(at moment: Int64) -> Bool {
        appears <= moment && moment < ends || again?.contains(moment) == true
    }

    /// The time at which it leaves the document for good.
    var last: Int64 { max(ends, again?.upperBound ?? 0) }
}
