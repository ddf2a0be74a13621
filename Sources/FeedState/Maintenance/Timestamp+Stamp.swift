import FeedModel

extension Timestamp {
    /// As part of a name: `20261121T112233Z`.
    var stamp: String {
        let kept = rfc3339().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
        return String(decoding: Array(kept.prefix(15)), as: UTF8.self) + "Z"
    }
}
