/// How many requests may be in flight at once.
package enum TransferLimit {
    /// The most requests in flight for a `concurrency`: most of them only wait for their server.
    package static func most(for concurrency: Int) -> Int { 8 * max(1, concurrency) }
}
