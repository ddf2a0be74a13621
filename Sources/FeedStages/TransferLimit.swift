import FeedSystem

/// How many requests may be at work, and how many in flight, at once.
package struct TransferLimit: Sendable, Hashable {
    /// The most requests whose answers are read at once, at least 1.
    package let width: Int
    /// The most requests in flight, at least `width`: most of them only wait for their server.
    package let most: Int

    /// The limit for a `concurrency`, if so many files may be open at the same time.
    package init(concurrency: Int, openFiles: Int = OpenFiles.limit) {
        // The others are for libcurl's own socket pairs, the resolver, the state, and files.
        let free = openFiles - 24
        width = max(1, min(concurrency, free / 3))
        most = max(width, min(8 * width, free - 2 * width))
    }

    /// The most connections that are open without a request.
    package var idle: Int { 2 * width }
}
