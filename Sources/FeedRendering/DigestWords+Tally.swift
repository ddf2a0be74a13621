package import FeedModel

extension DigestWords {
    /// What became of everything: "40 of 312 new entries are here (272 passed over: 120 too old, …)"; nil if nothing was
    /// passed over.
    package func tally(of digest: Digest) -> String? {
        guard let tally = digest.tally, tally.passedOverCount > 0 else { return nil }
        let parts = PassedOver.allCases.compactMap { kind in
            tally.passedOver[kind].map { part(kind, count: $0) }
        }
        let (new, carried) = (tally.new, tally.offered - tally.new)
        let passedOver = grouped(tally.passedOverCount)
        if language == "ja" {
            let offered =
                carried > 0
                ? "新着\(grouped(new))件と持ち越し\(grouped(carried))件" : "新着\(grouped(new))件"
            return "\(offered)のうち\(grouped(tally.kept))件を掲載（見送り\(passedOver)件：\(parts.joined(separator: "・"))）"
        }
        let entries = "\(grouped(new)) new \(new == 1 ? "entry" : "entries")"
        let offered = carried > 0 ? "\(entries) and \(grouped(carried)) carried over" : entries
        let verb = tally.kept == 1 ? "is" : "are"
        return "\(grouped(tally.kept)) of \(offered) \(verb) here "
            + "(\(passedOver) passed over: \(parts.joined(separator: ", ")))"
    }

    private func part(_ kind: PassedOver, count: Int) -> String {
        let number = grouped(count)
        if language == "ja" {
            let word =
                switch kind {
                case .expired: "期限切れ"
                case .duplicate: "重複"
                case .filtered: "条件外"
                case .surplus: "定員外"
                case .gone: "掲載終了"
                case .waiting: "条件待ち"
                case .later: "次回に持ち越し"
                }
            return word + number
        }
        return switch kind {
        case .expired: "\(number) too old"
        case .duplicate: count == 1 ? "1 duplicate" : "\(number) duplicates"
        case .filtered: "\(number) filtered out"
        case .surplus: "\(number) without room"
        case .gone: "\(number) no longer shown"
        case .waiting: "\(number) held back"
        case .later: "\(number) left for next time"
        }
    }
}
