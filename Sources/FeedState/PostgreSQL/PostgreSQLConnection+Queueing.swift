import CLibPQ
import FeedStages

/// Statements that are sent together, since no result of theirs is needed for the next.
extension PostgreSQLConnection {
    /// Runs a statement to its end. `bytes` is its last value, which is not copied.
    ///
    /// Within a transaction it is sent with the next statement whose result is wanted, or with the end of the transaction,
    /// which then throws what is wrong with it: over a network each answer takes longer than most statements.
    func run(_ sql: StaticString, _ values: [StateValue], lending bytes: [UInt8]? = nil) throws(StageError) {
        guard isInTransaction, hasPipelines else {
            return clibpq_clear(try execute(sql, values, lending: bytes))
        }
        let statement = try prepared(sql, values, lending: bytes)
        statementCount += 1
        queue.add(try item(statement, values, lending: bytes))
        if queue.isFull { try flush() }
    }

    /// Sends the statements that wait for that, and throws the first failure among them.
    func flush() throws(StageError) {
        guard !queue.isEmpty else { return }
        try runTogether(queue.removeAll()) { _, result in changed = Self.changed(result) }
    }

    /// Makes a value of the first row of each run of a statement, or nil where there is none. The runs are sent together.
    func first<Value>(
        _ sql: StaticString, each values: [[StateValue]], read: (StateRow) throws(StageError) -> Value
    ) throws(StageError) -> [Value?] {
        try flush()
        guard hasPipelines else {
            var found: [Value?] = []
            for values in values { found.append(try first(sql, values, read: read)) }
            return found
        }
        var found = [Value?](repeating: nil, count: values.count)
        var start = 0
        while start < values.count {
            var batch = PostgreSQLQueue()
            for values in values[start...] where !batch.isFull {
                let statement = try prepared(sql, values, lending: nil)
                statementCount += 1
                batch.add(try item(statement, values))
            }
            let items = batch.removeAll()
            try runTogether(items) { index, result throws(StageError) in
                guard clibpq_row_count(result) > 0 else { return }
                found[start + index] = try read(StateRow(postgresql: PostgreSQLRow(result: result, index: 0)))
            }
            start += items.count
        }
        return found
    }

    private func item(
        _ statement: Prepared, _ values: [StateValue], lending bytes: [UInt8]? = nil
    ) throws(StageError) -> PostgreSQLQueue.Item {
        let values = PostgreSQLValues(values)
        guard values.fit(lending: bytes) else { throw StageError(.tooLarge, subject: name) }
        return PostgreSQLQueue.Item(statement: statement.name, values: values, lent: bytes)
    }

    /// Sends statements as one pipeline, and waits for all results. `take` gets each with the statement's position, until
    /// one fails. Throws the first failure.
    private func runTogether(
        _ items: [PostgreSQLQueue.Item], take: (Int, OpaquePointer) throws(StageError) -> Void
    ) throws(StageError) {
        waitCount += 1
        var isSent = clibpq_enter_pipeline(handle) == 1
        for item in items where isSent {
            isSent =
                item.values.with(lending: item.lent) { count, values, lengths, formats in
                    clibpq_send_prepared(handle, item.statement, count, values, lengths, formats, 1)
                } == 1
        }
        guard isSent, clibpq_sync_pipeline(handle) == 1 else {
            clibpq_clear(try checked(nil))
            return
        }
        var failure: StageError?
        var index = 0
        // NULL follows the result of each statement. Two in a row come only from a connection that is lost.
        var isBetween = false
        while true {
            guard let result = clibpq_next_result(handle) else {
                guard !isBetween else { break }
                isBetween = true
                continue
            }
            isBetween = false
            let outcome = clibpq_outcome(result)
            guard outcome != Int32(CLIBPQ_PIPELINE_SYNC), outcome != Int32(CLIBPQ_PIPELINE_ABORTED) else {
                clibpq_clear(result)
                if outcome == Int32(CLIBPQ_PIPELINE_SYNC) { break } else { continue }
            }
            do throws(StageError) {
                let done = try checked(result)
                defer { clibpq_clear(done) }
                if failure == nil { try take(index, done) }
            } catch {
                failure = failure ?? error
            }
            index += 1
        }
        let isOver = clibpq_exit_pipeline(handle) == 1
        if let failure { throw failure }
        // A connection that was lost between two results has none that says so.
        if !isOver || index < items.count { clibpq_clear(try checked(nil)) }
    }

    static func changed(_ result: OpaquePointer) -> Int {
        clibpq_changed(result).flatMap { Int(String(cString: $0)) } ?? 0
    }
}
