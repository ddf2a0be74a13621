public import FeedModel
public import FeedStages

/// What takes the place of a message that a chat service refused: first smaller, then simpler, and at last one entry a
/// message, before anything is given up.
public enum Simplification {
    /// The entries of each new message's digest, and its form; none if there is nothing left to try.
    public static func steps(
        after refusal: StageError, of message: Message, digest: Digest, plainest: Int
    ) -> [(entries: [DigestEntry], form: Int)] {
        let status = refusal.facts[.status]
        guard refusal.code == .messageTooLarge || status == "400" || status == "422" else { return [] }
        let halves = digest.halves ?? []
        if refusal.code == .messageTooLarge, !halves.isEmpty { return halves.map { ($0, message.form) } }
        if message.form < plainest { return [(digest.entries, message.form + 1)] }
        return halves.map { ($0, plainest) }
    }
}
