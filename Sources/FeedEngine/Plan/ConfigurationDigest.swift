import FeedConfiguration
import FeedSystem

/// A number for what a configuration means, by which machines that share a state notice that theirs differ.
///
/// It is made of the file as written, before variables are replaced. What may differ from machine to machine is left out:
/// secrets, paths, programs, and the settings of one machine. So is what means nothing: order of keys, quotes, comments.
enum ConfigurationDigest {
    /// The settings that have to be the same everywhere.
    private static let sharedSettings: Set<String> = ["timezone", "locale", "notices"]
    /// Options whose values are places or programs of one machine, or secrets.
    private static let ownOptions: Set<String> = [
        "path", "maildir", "ca_file", "style", "css", "env_file", "command", "run", "sendmail", "env", "proxy",
        "no_proxy", "password", "token", "secret", "bearer", "basic", "auth", "user_agent",
    ]
    /// The forms of a secret.
    private static let secretForms: Set<String> = ["env", "file", "credential", "command"]

    /// Returns 16 bytes for the root of a file.
    static func of(_ root: Node) -> [UInt8] {
        var text: [UInt8] = []
        for pair in (root.map ?? []).sorted(by: { $0.key < $1.key }) {
            if pair.key == "settings" {
                let shared = (pair.value.map ?? []).filter { sharedSettings.contains($0.key) }
                append(shared, to: &text)
            } else {
                append([pair], to: &text)
            }
        }
        return Array(SHA256.hash(text).prefix(16))
    }

    private static func append(_ node: Node, to text: inout [UInt8]) {
        switch node.content {
        case .scalar(let value, _):
            text.append(UInt8(ascii: "s"))
            append(node.isNull ? "" : value, to: &text)
        case .list(let nodes):
            text.append(UInt8(ascii: "["))
            for node in nodes { append(node, to: &text) }
            text.append(UInt8(ascii: "]"))
        case .map(let pairs):
            let isSecret = pairs.contains { secretForms.contains($0.key) } && pairs.count <= 2
            append(isSecret ? [] : pairs, to: &text)
        }
    }

    private static func append(_ pairs: [Node.Pair], to text: inout [UInt8]) {
        text.append(UInt8(ascii: "{"))
        for pair in pairs.sorted(by: { $0.key < $1.key }) where !ownOptions.contains(pair.key) {
            append(pair.key, to: &text)
            append(pair.value, to: &text)
        }
        text.append(UInt8(ascii: "}"))
    }

    /// A text with its length before it, so that no two rows of texts are the same bytes.
    private static func append(_ value: String, to text: inout [UInt8]) {
        text += "\(value.utf8.count):".utf8
        text += value.utf8
    }
}
