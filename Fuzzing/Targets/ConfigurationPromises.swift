import FeedConfiguration
import FeedEngine
import FeedStages
import FeedTesting
import StandardPlugins

/// Any bytes are a plan of the standard plugins, or give mistakes, each with a place in the file and a sentence.
///
/// The configuration is read as by `check`, which runs no command. Inputs that lead out of its folder are skipped.
enum ConfigurationPromises {
    private static let registry = try? StandardPlugins.registry()
    private static let variables = ["TZ": "UTC", "HOOK": "https://example.com/hook", "EMPTY": "", "TOKEN": secret]
    private static let secret = "k3KqW9zL"
    /// The most bytes of a message: a line that people can read.
    private static let longestMessage = 4096

    static func brokenPromise(by input: [UInt8]) -> String? {
        // An empty folder: the files that a configuration names do not exist.
        guard let registry, !leadsOut(input), let folder = try? TemporaryFolder() else { return nil }
        let path = folder("config.yaml")
        let reader = PlanReader(
            registry: registry, purpose: .check, variables: variables, zones: ZoneReader(directory: folder("zones")))
        let reading = reader.read(input, path: path)
        guard folder.names().isEmpty else { return "files were made: \(folder.names())" }
        if reading.plan == nil, !reading.hasErrors { return "neither a plan nor a mistake" }
        let most = YAMLPromises.mostLines(in: input)
        for diagnostic in reading.diagnostics {
            if let fault = fault(in: diagnostic, path, most) { return fault }
        }
        return nil
    }

    private static func fault(in diagnostic: Diagnostic, _ path: String, _ most: Int) -> String? {
        guard diagnostic.place.file == path, (1...most).contains(diagnostic.place.line), diagnostic.place.column >= 1
        else { return "a mistake at \(diagnostic.place)" }
        guard !diagnostic.message.isEmpty else { return "a mistake without a sentence" }
        let line = diagnostic.description
        guard line.utf8.count <= longestMessage else { return "\(line.utf8.count) bytes of \(line.prefix(200))" }
        guard line.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }) else {
            return "a control character in \(line)"
        }
        return line.contains(secret) ? "a secret in \(line)" : nil
    }

    /// Whether any text of the configuration could name a place outside its folder.
    private static func leadsOut(_ input: [UInt8]) -> Bool {
        let root = YAMLReader.read(input, file: "config.yaml", into: Diagnostics())
        var waiting = root.map { [$0] } ?? []
        while let node = waiting.popLast() {
            waiting += (node.list ?? []) + (node.map ?? []).map(\.value)
            guard let text = node.scalar?.utf8 else { continue }
            let isPath = text.first == UInt8(ascii: "/") || text.first == UInt8(ascii: "~")
            // A variable may contain the rest of the path, or nothing.
            if isPath || text.contains(UInt8(ascii: "$")) && text.contains(UInt8(ascii: "/")) { return true }
            if node.scalar?.contains("..") == true { return true }
        }
        return false
    }
}
