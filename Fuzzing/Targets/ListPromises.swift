import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import JSONList

/// Any options and any bytes are a feed whose entries have an identity, or are refused with a code. An input is the
/// options as YAML, an empty line, and a document.
enum ListPromises {
    static func brokenPromise(by input: [UInt8]) -> String? {
        let (options, document) = split(input)
        let nothing = Node(.map([]), at: Place(file: "", line: 1, column: 1))
        let section = YAMLReader.read(options, file: "options.yaml", into: Diagnostics()) ?? nothing
        guard let parser = try? JSONListParser.configured(section).stage else { return "no parser was made" }
        let feed: Feed
        do throws(StageError) {
            feed = try parser.parse(
                Document(
                    bytes: document, contentType: "application/json", url: "https://api.example/items",
                    fetchedAt: Timestamp(seconds: 1_800_000_000)))
        } catch {
            return StageError.Code.standard.contains(error.code) ? nil : "refused with \(error.code.rawValue)"
        }
        for entry in feed.entries {
            guard let id = entry.guid, !id.isEmpty else { return "an entry without an id" }
            if let url = entry.url, !Address.isHTTP(url) { return "a link to \(url)" }
        }
        return FeedPromises.brokenPromise(of: feed)
    }

    private static func split(_ input: [UInt8]) -> (options: [UInt8], document: [UInt8]) {
        for index in input.indices.dropLast() where input[index] == 0x0A && input[index + 1] == 0x0A {
            return (Array(input[..<index]), Array(input[(index + 2)...]))
        }
        return ([], input)
    }
}
