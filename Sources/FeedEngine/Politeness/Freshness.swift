import FeedModel
import FeedStages

/// How long a response is fresh (RFC 9111 §4.2): `Cache-Control: max-age`, else `Expires`.
enum Freshness {
    /// The longest freshness that is accepted.
    static let longest: Duration = .seconds(86_400)

    /// Returns 0 to 24 h; nil if the server gives no time, or if the status is neither 200 nor 304.
    static func of(_ response: HTTPResponse) -> Duration? {
        guard response.status == 200 || response.status == 304 else { return nil }
        let directives = response.headers.filter { $0.name == "cache-control" }.flatMap { field in
            field.value.lowercased().utf8.split(separator: UInt8(ascii: ",")).map { directive in
                String(decoding: directive.drop { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
            }
        }
        if directives.contains(where: { $0.hasPrefix("no-store") || $0.hasPrefix("no-cache") }) { return .zero }
        if let maxAge = directives.first(where: { $0.hasPrefix("max-age=") }).flatMap({ seconds($0.dropFirst(8)) }) {
            let age = response.header("age").flatMap { seconds($0[...]) } ?? .zero
            return min(max(.zero, maxAge - age), longest)
        }
        guard let expires = response.header("expires") else { return nil }
        // RFC 9111 §5.3: a value that is not a date, especially `0`, is in the past.
        guard let end = FeedDate.parse(expires) else { return .zero }
        let now = response.header("date").flatMap { FeedDate.parse($0) } ?? response.receivedAt
        return min(max(.zero, end - now), longest)
    }

    private static func seconds(_ text: Substring) -> Duration? {
        let digits = text.utf8.drop { $0 == UInt8(ascii: "\"") || $0 == 0x20 }.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { return nil }
        return .seconds(digits.prefix(9).reduce(0) { $0 * 10 + Int64($1 - 0x30) })
    }
}
