import FeedModel
import FeedStages
import FeedSystem

/// Names of the pages that list what other pages leave out.
enum OmittedPage {
    /// Returns the path of the page beside the page at `path`: `morning-omitted.html` beside `morning.html`.
    static func path(of path: String) -> String { SuffixedPath.text(path, suffix: "-omitted") }
}

extension FileSink {
    /// The most entries that such a page lists, however few the page beside it may have.
    private static let mostOmitted = 1000

    /// Composes the page of the entries that a page leaves out, and links the two. Returns nothing if the page leaves
    /// out nothing and never did, or if the other one would be refused. Throws if the state cannot be read or the page
    /// cannot be rendered.
    func omittedPage(
        of page: inout Digest, tally: DigestTally?, at path: String, in context: some ComposeContext
    ) async throws(StageError) -> [ComposedMessage] {
        // The last part of a digest counts what all its parts leave out.
        guard configuration.hasOmittedPages, !context.moreWait, let after = tally?.after ?? page.from else { return [] }
        let target = OmittedPage.path(of: path)
        // The news do not wait for a page beside them that cannot be written. `check` and `doctor` tell of it.
        guard refusal(ofFile: target) == nil else { return [] }
        let omitted = try await context.omitted(
            from: path, showing: page.entries.map(\.key), after: after,
            limit: max(configuration.maxEntries, Self.mostOmitted))
        if omitted.count > 0 {
            page.links.omitted = RelativeReference.text(from: path, to: target)
        } else if try await context.memo(of: target) == nil {
            return []
        }
        let payload = try context.format.render(
            omitted, of: page, page: RelativeReference.text(from: target, to: path))
        return [ComposedMessage(target: target, mode: .replace, payload: payload, entries: [])]
    }

    /// Returns the address of the page before the one at `path`, if it still exists.
    func previous(before path: String, in context: some ComposeContext) async throws(StageError) -> String? {
        // A page that cannot be looked for gets no link. That is no reason to deliver nothing.
        guard configuration.path.isDated, let previous = try await context.target(before: path),
            (try? FileTarget(path: previous).isPresent()) == true
        else { return nil }
        return RelativeReference.text(from: path, to: previous)
    }
}
