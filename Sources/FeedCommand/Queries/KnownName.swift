import FeedConfiguration
import FeedMessages

/// Names on the command line that must be ones of the state or the configuration.
enum KnownName {
    /// What a name is of.
    enum Kind: String {
        case source, pipeline, sink
    }

    /// Names that are listed at most.
    private static let mostNames = 20

    /// Ends the command if a name that was asked for is none; suggests the one that was meant.
    static func require(
        _ name: String, among known: [String], _ kind: Kind, _ localized: Localizer
    ) throws(CommandFailure) {
        guard !known.contains(name) else { return }
        // messages: kind.*
        var arguments: [String: MessageArgument] = [
            "kind": .message("kind.\(kind.rawValue)"), "name": .text(Diagnostic.printable(name)),
        ]
        if let meant = Spelling.nearest(to: name, among: known) {
            arguments["meant"] = .text(Diagnostic.printable(meant))
        } else if !known.isEmpty {
            let names = known.prefix(mostNames).map(Diagnostic.printable) + (known.count > mostNames ? ["…"] : [])
            arguments["names"] = .text(names.joined(separator: ", "))
        }
        throw CommandFailure(.usage, localized("name.unknown", arguments))
    }
}
