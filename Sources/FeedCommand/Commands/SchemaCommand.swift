import ArgumentParser
import FeedJSON

/// `kawaraban schema`: prints the schema of configurations for editors.
struct SchemaCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: Surroundings.localized("help.schema"),
        discussion: Surroundings.localized("help.schema.discussion"))

    @OptionGroup var common: CommonOptions

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let schema = ConfigurationSchema(registry: context.registry, localized: context.localized)
        try context.console.print(bytes: Array(Self.text(of: schema.document, depth: 0).utf8) + [UInt8(ascii: "\n")])
        return .done
    }

    /// Returns JSON with a line for each member, so that two versions can be compared line by line.
    private static func text(of value: JSONValue, depth: Int) -> String {
        func lines(_ parts: [String], _ open: String, _ close: String) -> String {
            let margin = String(repeating: "  ", count: depth + 1)
            return parts.isEmpty
                ? open + close
                : "\(open)\n" + parts.map { margin + $0 }.joined(separator: ",\n") + "\n\(margin.dropLast(2))\(close)"
        }
        switch value {
        case .object(let object):
            return lines(
                object.members.map { "\(plain(.string($0.name))): \(text(of: $0.value, depth: depth + 1))" }, "{", "}")
        case .array(let values) where values.contains { $0.object != nil || $0.array != nil }:
            return lines(values.map { text(of: $0, depth: depth + 1) }, "[", "]")
        default: return plain(value)
        }
    }

    private static func plain(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.value(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
