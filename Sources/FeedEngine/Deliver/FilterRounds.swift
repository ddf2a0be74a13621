import FeedMessages
import FeedModel
import FeedStages

/// The entries of a pipeline on their way through its filters, with the filter that decided on each.
struct Judged: Sendable {
    var batch: Batch
    var decidedBy = DecidedBy()

    /// Notes the filter that has just been called as that of each entry that it did not keep, and of those that follow it.
    mutating func note(_ filter: String) {
        for candidate in batch.candidates where candidate.verdict != .keep && decidedBy[candidate.key] == nil {
            decidedBy[candidate.key] = filter
            for follower in candidate.followers { decidedBy[follower.key] = filter }
        }
    }
}

/// The filters that decided on entries, by the entries' keys. There may be 100,000 of them, and few filters.
struct DecidedBy: Sendable {
    private var filters: [String] = []
    private var places: [String: Int32] = [:]

    /// The name of the filter that decided on an entry; nil if none did.
    subscript(key: String) -> String? {
        get { places[key].map { filters[Int($0)] } }
        set { places[key] = newValue.map { place(of: $0) } }
    }

    private mutating func place(of filter: String) -> Int32 {
        if let place = filters.firstIndex(of: filter) { return Int32(place) }
        filters.append(filter)
        return Int32(filters.count - 1)
    }
}

/// Rounds in which equal entries get their turn. `deduplicate` drops entries in favour of another one. If a later filter
/// does not keep that one, the filters judge again without it, and so on until one of the equal entries is kept or each of
/// them was judged. So an entry is dropped for good only in favour of one that is delivered.
struct FilterRounds: Sendable {
    /// The most rounds of a delivery. Entries that did not get their turn wait for the next one.
    static let most = 8

    /// The entries that later filters did not keep in a round, as they were judged then.
    private var passedOver: [String: (candidate: Candidate, filter: String?)] = [:]
    private var count = 0

    /// Their keys.
    var keys: Set<String> { Set(passedOver.keys) }

    /// Gives the entries that were passed over, and for which there is no other one, the verdict that they got. Later
    /// filters do not see them again.
    func settle(_ judged: inout Judged) {
        guard !passedOver.isEmpty else { return }
        for index in judged.batch.candidates.indices where judged.batch.candidates[index].verdict == .keep {
            guard let own = passedOver[judged.batch.candidates[index].key] else { continue }
            judged.batch.candidates[index].verdict = own.candidate.verdict
            judged.decidedBy[own.candidate.key] = own.filter
        }
    }

    /// Looks at the result of a round. Returns whether another one is needed.
    mutating func needsAnother(after judged: Judged) -> Bool {
        let verdicts = Verdicts(judged.batch)
        count += 1
        guard count < Self.most else { return false }
        var isNeeded = false
        for candidate in judged.batch.candidates where passedOver[candidate.key] == nil {
            guard let other = verdicts.unkept(insteadOf: candidate), passedOver[other.key] == nil else { continue }
            passedOver[other.key] = (other, judged.decidedBy[other.key])
            isNeeded = true
        }
        return isNeeded
    }

    /// Gives each entry of the last round that was dropped in favour of one that is not kept the verdict that it got itself;
    /// one that got none waits.
    func complete(_ judged: inout Judged) {
        let verdicts = Verdicts(judged.batch)
        for index in judged.batch.candidates.indices {
            let candidate = judged.batch.candidates[index]
            let other = verdicts.unkept(insteadOf: candidate)
            if let own = passedOver[candidate.key], other != nil || candidate.sameAs == nil {
                // What follows the entry in this round still needs its verdict.
                let followers = candidate.followers
                judged.batch.candidates[index] = own.candidate
                judged.batch.candidates[index].followers = followers
                judged.decidedBy[candidate.key] = own.filter
            } else if let other {
                judged.batch.candidates[index].verdict = .hold(
                    until: nil, because: .message("verdict.not_yet_compared", ["source": .text(other.source)]),
                    as: .later)
                judged.batch.candidates[index].sameAs = nil
            }
        }
    }
}

/// The verdicts on the entries of a batch, by their keys. Those of a story have the verdict of its first entry.
private struct Verdicts {
    /// Where an entry stands: at an index of the batch, or among the followers of the entry there.
    private struct Place {
        let index: Int
        var follower: Int?
    }

    private let batch: Batch
    private var places: [String: Place] = [:]

    init(_ batch: Batch) {
        self.batch = batch
        guard batch.candidates.contains(where: { $0.sameAs != nil }) else { return }
        places.reserveCapacity(batch.candidates.count)
        for (index, candidate) in batch.candidates.enumerated() {
            places[candidate.key] = Place(index: index)
            for (place, follower) in candidate.followers.enumerated() {
                places[follower.key] = Place(index: index, follower: place)
            }
        }
    }

    /// Returns an entry with the verdict on it, without followers; nil if it is not in the batch.
    private func candidate(_ key: String) -> Candidate? {
        guard let place = places[key] else { return nil }
        let head = batch.candidates[place.index]
        var candidate = place.follower.map { head.followers[$0] } ?? head
        candidate.verdict = head.verdict
        if place.follower == nil { candidate.followers = [] }
        return candidate
    }

    /// Returns the entry in whose favour another one was dropped if it is not kept itself; nil if it is, or was earlier.
    func unkept(insteadOf candidate: Candidate) -> Candidate? {
        guard candidate.sameAs != nil else { return nil }
        var current = candidate
        for _ in 0..<8 {
            guard case .drop = current.verdict, let key = current.sameAs else {
                return current.verdict == .keep || current.key == candidate.key ? nil : current
            }
            guard let next = self.candidate(key) else { return nil }
            current = next
        }
        return current
    }
}
