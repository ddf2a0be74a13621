public import FeedConfiguration
import FeedMessages

extension ConfigSection {
    /// Reports every invalid name of a number or an extra in `keys`. Valid: `lower_case_with_underscores`, at most 64
    /// bytes.
    public func checkNames(in keys: [String]) {
        for key in keys {
            for pair in node[key]?.map ?? [] where !Self.isName(pair.key) {
                report(
                    .message("lists.no_name", ["path": .text("\(path).\(key)"), "name": .text(pair.key)]),
                    at: pair.place,
                    suggestion: .message("lists.no_name.cure"))
            }
        }
    }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, (0x61...0x7A).contains(first), name.utf8.count <= 64 else { return false }
        return name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    }
}
