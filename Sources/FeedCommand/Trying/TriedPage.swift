import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedSystem

/// The page that `try --html` writes. It replaces an earlier page of ours, but no other file.
struct TriedPage {
    let path: String
    let context: CommandContext

    /// A mark in the head of each of our pages.
    private static let mark = "<meta name=\"generator\" content=\"Kawaraban\">"
    private static let longestHead = 4096
    private static let longestPage = 64 << 20

    /// Throws with status 73 if another file is there.
    func check() async throws(CommandFailure) {
        let path = path
        let present = await context.blocking.run { SmallFile.read(path, limit: Self.longestPage) }
        switch present {
        case .failure(.missing): return
        case .success(let file):
            if String(decoding: file.bytes.prefix(Self.longestHead), as: UTF8.self).contains(Self.mark) { return }
        case .failure: break
        }
        let shown = MessageArgument.text(VisibleText.line(path))
        throw CommandFailure(.cannotCreate, context.localized("try.foreign_page", ["file": shown]))
    }

    /// Writes the page. Throws the system's error.
    func write(_ page: [UInt8]) async throws(CommandFailure) {
        let path = path
        do throws(StageError) {
            try await context.blocking.run { () throws(StageError) in try AtomicFile.write(page, to: path) }
        } catch {
            let lines = ChangeLines(catalogue: context.catalogue, zone: .utc)
            throw CommandFailure(.state(error), lines.line(VisibleText.line(path), error))
        }
    }
}
