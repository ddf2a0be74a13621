import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Synchronization

/// A list that turns over, and may be away for a while; what it shows at any hour is known beforehand.
struct HotList: Sendable {
    /// What is answered while it is away.
    enum Absence: String, Sendable, CaseIterable {
        case refused, page, busy
    }

    let name: String
    let url: String
    /// Hours since the world began at which its entries appear.
    let appears: [Double]
    let isDated: Bool
    var away: Range<Double>?
    var absence = Absence.refused

    /// Entries that its document shows.
    static let length = 30

    /// A list all of whose entries are others after `turnover` hours, for so many days.
    init(_ name: String, host: String? = nil, turnover: Double, isDated: Bool, days: Double, seed: UInt64) {
        self.name = name
        url = "https://\(host ?? name).example/\(name)"
        self.isDated = isDated
        var random = SplitMix(seed: seed)
        var (hour, appears) = (-turnover * 2, [Double]())
        while hour < days * 24 {
            appears.append(hour)
            hour += turnover / Double(Self.length) * Double.random(in: 0.2...1.8, using: &random)
        }
        self.appears = appears
    }

    /// Numbers of the entries in its document, the newest last.
    func shown(at hour: Double) -> Range<Int> {
        let newest = appears.lastIndex { $0 <= hour } ?? 0
        return max(0, newest - Self.length + 1)..<(newest + 1)
    }

    /// Numbers of the entries that could be seen by a run each quarter of an hour, up to an hour.
    func visible(until end: Double) -> Set<Int> {
        var visible: Set<Int> = []
        for quarter in 0..<Int(end * 4) where away?.contains(Double(quarter) / 4) != true {
            visible.formUnion(shown(at: Double(quarter) / 4))
        }
        return visible
    }
}

/// The web of hot lists, by a clock that a test moves.
///
/// A class, because every source's requests go by it.
final class HotWeb: HTTPTransport {
    private let clock: ManualClock
    private let start: Timestamp
    private let lists: [String: HotList]
    private let log = Mutex<[String: [Double]]>([:])

    init(_ lists: [HotList], clock: ManualClock) {
        self.lists = Dictionary(uniqueKeysWithValues: lists.map { ($0.url, $0) })
        self.clock = clock
        start = clock.now
    }

    /// Hours since the world began.
    var hour: Double { Double((clock.now - start).components.seconds) / 3600 }

    /// The hours at which a list was asked.
    func asked(_ list: HotList) -> [Double] { log.withLock { $0[list.url] ?? [] } }

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        let url = request.url.reveal()
        let host = Address.parts(url)?.server ?? ""
        if let refusal = request.gate?.refusal(sendingTo: host) { throw refusal }
        guard let list = lists[url] else { throw StageError(.notRecorded, subject: url) }
        let hour = hour
        log.withLock { $0[url, default: []].append(hour) }
        var (status, body, headers) = (200, "", [(name: String, value: String)]())
        if list.away?.contains(hour) == true {
            switch list.absence {
            case .refused:
                let error = StageError(.refused, subject: url, facts: [.host: host])
                request.gate?.failed(host, error)
                throw error
            case .page: body = "<html>back soon</html>"
            case .busy: (status, body) = (503, "busy")
            }
        } else {
            let shown = list.shown(at: hour)
            let etag = "\"\(shown.upperBound)\""
            headers.append(("etag", etag))
            if request.validators?.etag == etag {
                status = 304
            } else {
                let lines = shown.reversed().map { number in
                    let date = start + .seconds(list.appears[number] * 3600)
                    return "\(list.name)-\(number)" + (list.isDated ? "\t\(date.seconds)" : "")
                }
                body = (lines + ["end"]).joined(separator: "\n")
            }
        }
        request.gate?.answered(host, status: status, headers: headers)
        return HTTPResponse(
            status: status, headers: headers, body: Array(body.utf8), finalURL: url, bytesReceived: body.utf8.count,
            requests: 1, receivedAt: clock.now)
    }
}
