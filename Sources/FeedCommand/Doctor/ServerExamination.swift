import FeedMessages
import FeedModel
import FeedState

/// Examines the server of a state in PostgreSQL.
struct ServerExamination {
    let facts: PostgreSQLServerFacts

    /// A difference of clocks beyond this is reported. The run goes by the database's clock in any case.
    private static let clockTolerance = Duration.seconds(5)

    var findings: [Finding] {
        var findings = [
            Finding.ok(
                "database",
                .message(
                    "doctor.database_ok",
                    [
                        "version": .text(facts.version), "encoding": .text(facts.encoding),
                        "collation": .text(facts.collation), "mebibytes": .number(max(1, Int(facts.size >> 20))),
                    ]))
        ]
        if facts.isPooled { findings.append(.ok("database", .message("doctor.database_pooled"))) }
        if facts.isStandby {
            findings.append(
                .bad("database", .message("doctor.database_standby"), cure: .message("doctor.database_standby.cure")))
        } else if facts.isReadOnly {
            findings.append(
                .bad(
                    "database", .message("doctor.database_read_only"), cure: .message("doctor.database_read_only.cure"))
            )
        }
        if !facts.hasRights {
            findings.append(
                .bad(
                    "database", .message("doctor.database_rights", ["schema": .text(facts.schema)]),
                    cure: .message("doctor.database_rights.cure", ["schema": .text(facts.schema)])))
        }
        return findings + facts.connections.map(finding) + (clock.map { [$0] } ?? [])
    }

    private func finding(_ connections: PostgreSQLServerFacts.Connections) -> Finding {
        let arguments = ["used": MessageArgument.number(connections.used), "most": .number(connections.most)]
        // messages: doctor.connections_*
        let what = LocalizedText.message("doctor.connections_\(connections.kind.rawValue)", arguments)
        guard connections.most - connections.used < max(3, connections.most / 10) else { return .ok("database", what) }
        // messages: doctor.connections_few_*
        return .hint("database", what, cure: .message("doctor.connections_few_\(connections.kind.rawValue)"))
    }

    private var clock: Finding? {
        let offset = facts.clockOffset
        guard offset > Self.clockTolerance || offset < .zero - Self.clockTolerance else { return nil }
        let isBehind = offset > .zero
        let span = ["span": MessageArgument.span(isBehind ? offset : .zero - offset)]
        return .hint(
            "clock",
            isBehind
                ? .message("doctor.clock_behind_database", span) : .message("doctor.clock_ahead_of_database", span),
            cure: .message("doctor.clock_of_database.cure"))
    }
}
