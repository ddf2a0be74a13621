import FeedModel
import FeedStages

/// Tallies: what a pipeline decided since each of its sinks got its last digest. A tally is stored together with the
/// verdicts and removed together with the message that shows it, each in one transaction. A kill therefore makes
/// nothing count twice or not at all.
extension StateDatabase {
    /// Adds what a delivery decided to the tally of each sink. One that decided nothing counts, too: the next digest
    /// tells what else became of entries since, such as what `first_run` dropped.
    func add(_ tally: DigestTally, to sinks: [String], of pipeline: PipelineID) throws(StageError) {
        for sink in sinks {
            var sum = tally
            if var known = try pendingTally(of: pipeline, for: sink) {
                known.add(tally)
                sum = known
            }
            try connection.run(
                """
                INSERT INTO tally(pipeline, sink, numbers) VALUES(?, ?, ?)
                ON CONFLICT(pipeline, sink) DO UPDATE SET numbers = excluded.numbers
                """, .integer(pipeline.number), .text(sink), .text(sum.stored))
        }
    }

    /// Returns the tally that no digest has shown yet, or nil.
    func pendingTally(of pipeline: PipelineID, for sink: String) throws(StageError) -> DigestTally? {
        try connection.first(
            "SELECT numbers FROM tally WHERE pipeline = ? AND sink = ?", .integer(pipeline.number), .text(sink)
        ) { DigestTally(stored: $0.text(0)) }
    }

    /// Removes a tally that a digest shows.
    func removePendingTally(of pipeline: PipelineID, for sink: String) throws(StageError) {
        try connection.run(
            "DELETE FROM tally WHERE pipeline = ? AND sink = ?", .integer(pipeline.number), .text(sink))
    }
}

/// The stored form: `kept=40 carried_in=61 expired=120`.
extension DigestTally {
    init(stored text: String) {
        var numbers: [Substring: Int] = [:]
        var after: Int64?
        for part in text.split(separator: " ") {
            let pair = part.split(separator: "=")
            if pair.count == 2, pair[0] == "after" {
                after = Int64(pair[1])
                continue
            }
            // The limit keeps the sums of a damaged row from overflowing.
            guard pair.count == 2, let number = Int(pair[1]), (0...(1 << 40)).contains(number) else { continue }
            numbers[pair[0]] = number
        }
        var passedOver: [PassedOver: Int] = [:]
        for kind in PassedOver.allCases { passedOver[kind] = numbers[kind.rawValue[...]] }
        self.init(
            kept: numbers["kept"] ?? 0, passedOver: passedOver, carriedIn: numbers["carried_in"] ?? 0,
            after: after.map(Timestamp.init(milliseconds:)))
    }

    var stored: String {
        let parts = PassedOver.allCases.compactMap { kind in passedOver[kind].map { "\(kind.rawValue)=\($0)" } }
        let moment = after.map { ["after=\($0.milliseconds)"] } ?? []
        return (["kept=\(kept)", "carried_in=\(carriedIn)"] + parts + moment).joined(separator: " ")
    }
}
