import FeedStages

extension Schema {
    /// Version 101: the history of the numbers of entries.
    static let numbers: Step = { connection throws(StageError) in
        // What numbers of an entry were at which age (`NumberSamples`), for the first 30 days after its date.
        try connection.runScript("CREATE TABLE \(numbersTable)(entry INTEGER PRIMARY KEY, samples BLOB NOT NULL)")
    }

    /// The table of `numbers`. It can be lost: nothing is delivered or held for that.
    static let numbersTable = "number_sample"
}
