import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import GoogleNews
import Qiita

/// The parts of the program that read foreign bytes, with the promises that must hold for any bytes.
///
/// The fuzzer searches for inputs that break a promise. The tests try every input in `Corpus`.
package enum FuzzTarget: String, CaseIterable, Sendable {
    case feed, charset, html, opml, date, address, json, yaml, qiita, answer, exchange, state, configuration, selector
    case page
    case googleNews = "google_news"
    case jsonList = "json_list"

    /// Returns the promise that `input` breaks, or nil. The caller must notice a trap, an access out of bounds and a
    /// hang. Blocks.
    package func brokenPromise(by input: [UInt8]) -> String? {
        switch self {
        case .feed: FeedPromises.brokenPromise(byReading: input)
        case .opml: OPMLPromises.brokenPromise(by: input)
        case .charset: CharsetPromises.brokenPromise(by: input)
        case .html: HTMLPromises.brokenPromise(by: input)
        case .date: DatePromises.brokenPromise(by: input)
        case .address: AddressPromises.brokenPromise(by: input)
        case .json: JSONPromises.brokenPromise(by: input)
        case .yaml: YAMLPromises.brokenPromise(by: input)
        case .answer: AnswerPromises.brokenPromise(by: input)
        case .exchange: ExchangePromises.brokenPromise(by: input)
        case .state: StatePromises.brokenPromise(by: input)
        case .selector: SelectorPromises.brokenPromise(by: input)
        case .page: PagePromises.brokenPromise(by: input)
        case .jsonList: ListPromises.brokenPromise(by: input)
        case .configuration: ConfigurationPromises.brokenPromise(by: input)
        case .qiita: Self.brokenPromise(of: QiitaParser.self, by: input)
        case .googleNews: Self.brokenPromise(of: GoogleNewsParser.self, by: input)
        }
    }

    private static func brokenPromise<P: Parser>(of type: P.Type, by input: [UInt8]) -> String? {
        let (contentType, body) = ContentTypeChoice.split(input)
        let document = Document(
            bytes: Array(body), contentType: contentType, url: "https://example.com/feed",
            fetchedAt: Timestamp(seconds: 1_800_000_000))
        let nothing = Node(.map([]), at: Place(file: "", line: 1, column: 1))
        guard let feed = try? P.configured(nothing).stage.parse(document) else { return nil }
        return FeedPromises.brokenPromise(of: feed)
    }
}
