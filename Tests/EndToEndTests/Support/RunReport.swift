import Foundation

/// What `--report` wrote.
struct RunReport: Decodable {
    struct Source: Decodable {
        struct Failure: Decodable {
            let code: String
            let message: String
            let recovery: String
        }
        let outcome: String
        let new: Int
        let seconds: Double
        let error: Failure?
    }
    let sources: [String: Source]

    /// Reads the report of a workplace's last run.
    init(_ name: String = "report.json", in workplace: Workplace) throws {
        self = try JSONDecoder().decode(RunReport.self, from: Data(workplace.read(name).utf8))
    }
}
