package import FeedConfiguration

/// The addresses of a dead man's switch: a service that raises the alarm when it is asked no more (`settings.heartbeat`).
package struct Heartbeat: Sendable, Hashable {
    /// Asked after a run that went well.
    package let success: Secret
    /// Asked after one that did not: `/fail` behind the path, before the query.
    package let failure: Secret

    /// Makes it of the address that the service gave.
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
