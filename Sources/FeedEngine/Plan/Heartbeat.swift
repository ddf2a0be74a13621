package import FeedConfiguration

/// The addresses of a monitoring service that raises an alarm when its requests stop coming (`settings.heartbeat`).
package struct Heartbeat: Sendable, Hashable {
    /// The address to request after a successful run.
    package let success: Secret
    /// The address to request after a failed run: with `/fail` after the path, before the query.
    package let failure: Secret

    /// Makes both addresses from the one that the service gave.
    package init(_ address: Secret) {
        success = address
        failure = Secret(Self.failing(address.reveal()), mask: address.mask + "/fail")
    }

    private static func failing(_ address: String) -> String {
        let whole = address.prefix { $0 != "#" }
        let query = whole.firstIndex(of: "?") ?? whole.endIndex
        var path = whole[..<query]
        while path.hasSuffix("/") { path.removeLast() }
        return path + "/fail" + whole[query...]
    }
}
