import FeedModel
import FeedStages

/// A feed of a simulated world: what happens to it is known beforehand, so that what is told of it can be judged.
struct SimulatedFeed: Sendable {
    /// A time during which it cannot be fetched.
    struct Trouble: Sendable {
        let kind: Kind
        /// In hours since the world began; without an end it is for ever.
        let start: Double
        var end = Double.infinity

        enum Kind: Sendable {
            /// The network does not carry it.
            case lost(StageError.Code)
            case status(Int)
            /// 429 or 503, with the seconds that its server asks to wait.
            case busy(Int, wait: Int?)
        }

        func holds(at hour: Double) -> Bool { hour >= start && hour < end }
    }

    let name: String
    let url: String
    var troubles: [Trouble] = []
    /// From when on it redirects for good, or nil.
    var movesAt: Double?
    /// Hours between two entries, or nil: there is nothing new, ever.
    var entryEvery: Double? = 60
    /// Two hours in every so many it answers 502.
    var flapsEvery: Double?

    /// The feed of a number; numbers that are equal modulo 50 fare alike, on different days.
    init(_ number: Int) {
        name = "f\(number)"
        url = "https://f\(number).example/feed"
        let day = 24.0
        let shift = Double(number / 50 % 20) * 5
        func lost(_ code: StageError.Code, _ start: Double, for hours: Double = .infinity) -> Trouble {
            Trouble(kind: .lost(code), start: start, end: start + hours)
        }
        func status(_ status: Int, _ start: Double, for hours: Double = .infinity) -> Trouble {
            Trouble(kind: .status(status), start: start, end: start + hours)
        }
        func busy(_ status: Int, _ wait: Int?, _ start: Double, for hours: Double) -> Trouble {
            Trouble(kind: .busy(status, wait: wait), start: start, end: start + hours)
        }
        switch number % 50 {
        case 30: troubles = [lost(.refused, 5 * day + shift)]
        case 31: troubles = [lost(.connectTimeout, 8 * day + shift)]
        case 32: troubles = [status(404, 3 * day + shift)]
        case 33: troubles = [status(500, 10 * day + shift)]
        case 34: troubles = [lost(.dns, 0)]
        case 35: flapsEvery = 9
        case 36: flapsEvery = 14
        case 37: troubles = (0..<20).map { status(503, Double($0) * 100 + 10 + shift, for: 7) }
        case 38: troubles = [lost(.timeout, 20 * day + shift, for: 3 * day)]
        case 39: troubles = [lost(.reset, 15 * day, for: 2 * day), status(500, 50 * day + shift, for: 2 * day)]
        case 40: troubles = [status(403, 25 * day + shift, for: 12 * day)]
        case 41: troubles = [lost(.timeout, 20 * day + shift, for: 45 * day)]
        case 42: troubles = (0..<400).map { busy(429, 7200, Double($0) * 5.5 + 3, for: 1) }
        case 43: troubles = (0..<90).map { busy(503, nil, Double($0) * 24 + 5 + shift / 10, for: 6) }
        case 44: troubles = [busy(503, 3600, 30 * day + shift, for: 15 * day)]
        case 45: movesAt = 15 * day + shift
        case 46: troubles = [status(410, 25 * day + shift)]
        case 47: troubles = [lost(.tlsExpired, 30 * day + shift, for: 10 * day)]
        case 48: troubles = [lost(.tlsName, 50 * day + shift)]
        case 49: entryEvery = nil
        default: break
        }
    }

    /// Titles in its document at an hour, the newest first.
    func titles(at hour: Double) -> [String] {
        let newest = entryEvery.map { Int(max(0, hour) / $0) } ?? 0
        return (max(0, newest - 9)...newest).reversed().map { "\(name)-\($0)" }
    }

    /// What is wrong with it at an hour, or nil.
    func trouble(at hour: Double) -> Trouble.Kind? {
        if let trouble = troubles.first(where: { $0.holds(at: hour) }) { return trouble.kind }
        guard let flapsEvery, hour >= 24, hour.truncatingRemainder(dividingBy: flapsEvery) < 2 else { return nil }
        return .status(502)
    }
}

extension SimulatedFeed {
    /// Changes that are to be told of it, and those that may be: lines of failing, dead, working again,
    /// moved, gone, by the rules of Documentation/Health.md.
    ///
    /// - Parameter end: of the world, in hours. A few days before it nothing is certain: a source that is left alone
    ///   may not have been asked any more.
    func lines(until end: Double) -> (least: Int, most: Int) {
        var (least, most) = (0, 0)
        for trouble in troubles where trouble.start < end {
            let (certain, possible) = lines(of: trouble, until: end)
            least += certain
            most += possible
        }
        if let movesAt, movesAt + 96 < end { least += 1 }
        if movesAt != nil { most += 1 }
        return (least, most)
    }

    private func lines(of trouble: Trouble, until end: Double) -> (least: Int, most: Int) {
        let hours = min(trouble.end, end) - trouble.start
        let days = hours / 24
        let isOver = trouble.end < end - 8 * 24
        if case .status(410) = trouble.kind { return (days > 3 ? 1 : 0, 1) }
        let neverWorked = trouble.start == 0
        var isBlocked = false
        if case .lost(let code) = trouble.kind { isBlocked = [.tlsExpired, .tlsName].contains(code) }
        guard days >= 1 || neverWorked else { return (0, 0) }
        // At most: told, dead after a month, and working again.
        var most = 1 + (trouble.end <= end ? 1 : 0)
        if !isBlocked, days >= 30 { most += 1 }
        let least = neverWorked || days >= 2 ? 1 + (isOver ? 1 : 0) : 0
        return (least, most)
    }
}
