import FeedJSON
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedStories
import FeedSystem
import Glibc

/// Compares pairs of entries as `stories` does, without a configuration and a state.
struct PairScoring {
    let context: CommandContext
    let match: StoryMatch

    /// Returns a line for each pair of a file (`-`: standard input), in its order. Throws if the file cannot be read, or
    /// names the lines that are no pairs.
    func lines(ofFile path: String, asJSON: Bool) async throws(CommandFailure) -> [UInt8] {
        let pairs = try pairs(in: try await bytes(of: path), path)
        var counts: [UInt64: Int] = [:]
        var titles: Set<String> = []
        // A title that is in several pairs is one title.
        for article in pairs.lazy.flatMap({ [$0.first, $0.second] }) where titles.insert(article.title).inserted {
            for feature in StoryText(article).features { counts[feature, default: 0] += 1 }
        }
        // The titles of a file of pairs are no sample of a source: nothing is learned of templates.
        let matcher = StoryMatcher(
            match, weights: StoryWeights(titles: titles.count, counts: counts),
            templates: StoryTemplates(titlesBySource: [:]))
        var writer = JSONWriter()
        var output: [UInt8] = []
        for pair in pairs {
            let compared = matcher.compare(StoryText(pair.first), StoryText(pair.second))
            guard asJSON else {
                output += Array(compared.relation.rawValue.utf8) + [UInt8(ascii: "\n")]
                continue
            }
            writer.beginObject()
            writer.member("relation", compared.relation.rawValue)
            writer.name("score")
            writer.value((compared.score * 10_000).rounded() / 10_000)
            writer.name("threshold")
            writer.value((compared.threshold * 10_000).rounded() / 10_000)
            writer.name("shared")
            writer.beginArray()
            for word in compared.shared { writer.value(word) }
            writer.endArray()
            writer.member("refusal", compared.refusal.map { "\($0)" })
            writer.endObject()
            writer.endLine()
        }
        return asJSON ? writer.bytes : output
    }

    private func pairs(in bytes: [UInt8], _ path: String) throws(CommandFailure) -> [StoryPair] {
        var pairs: [StoryPair] = []
        var faults: [String] = []
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        while let last = lines.last, Self.isBlank(last) { lines.removeLast() }
        for (index, line) in lines.enumerated() {
            do throws(StoryPair.Fault) {
                pairs.append(try StoryPair(try Self.json(Array(line))))
            } catch {
                let fault = context.localized(
                    "pairs.bad_line",
                    ["file": .text(path), "line": .number(index + 1), "what": .message(error.what)])
                faults.append(VisibleText.line(fault))
                if faults.count == Self.mostFaults { break }
            }
        }
        guard faults.isEmpty else { throw CommandFailure(.attention, faults) }
        return pairs
    }

    private static func json(_ line: [UInt8]) throws(StoryPair.Fault) -> JSONValue {
        do throws(JSONError) {
            return try JSONReader.read(line)
        } catch {
            throw StoryPair.Fault(
                .message("pairs.no_json", ["offset": .number(error.offset + 1), "reason": .message(error.reason)]))
        }
    }

    private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\t") }
    }

    private func bytes(of path: String) async throws(CommandFailure) -> [UInt8] {
        let result = await context.blocking.run {
            path == "-"
                ? SmallFile.readAll(STDIN_FILENO, sizeHint: 0, limit: Self.longest)
                : SmallFile.read(path, limit: Self.longest, allowsPipe: true, longestSilence: -1).map(\.bytes)
        }
        switch result {
        case .success(let bytes): return bytes
        case .failure(let failure):
            let what = failure.text(of: .text(VisibleText.line(path, limit: 200)))
            throw CommandFailure(.attention, context.localized("pairs.not_read", ["what": .message(what)]))
        }
    }

    private static let longest = 256 << 20
    private static let mostFaults = 20
}
