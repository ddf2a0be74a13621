import FeedConfiguration
import FeedMessages

/// Checks names on the command line against those of the state and the configuration.
enum KnownName {
    /// The kind of a name.
    enum Kind: String {
        case source, pipeline, sink, parser, format
    }

    /// The most names that are listed.
    private static let mostNames = 20

    /// Throws with status 64 if a name is unknown, and suggests the nearest known name.
    static func require(
        _ name: String, among known: [String], _ kind: Kind, _ localized: Localizer
    ) throws(CommandFailure) {
        guard known.contains(name) else { throw failure(name, among: known, kind, localized) }
    }

    /// Returns the failure that names the nearest known name, or the known ones.
    static func failure(_ name: String, among known: [String], _ kind: Kind, _ localized: Localizer) -> CommandFailure {
        // messages: kind.*
        var arguments: [String: MessageArgument] = [
            "kind": .message("kind.\(kind.rawValue)"), "name": .text(Diagnostic.printable(name)),
        ]
        if let meant = Spelling.nearest(to: name, among: known) {
            arguments["meant"] = .text(Diagnostic.printable(meant))
        } else if !known.isEmpty {
            let names = known.prefix(mostNames).map(Diagnostic.printable) + (known.count > mostNames ? ["…"] : [])
            arguments["names"] = .row(names)
        }
        return CommandFailure(.usage, localized("name.unknown", arguments))
    }
}
