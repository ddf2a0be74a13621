import ArgumentParser
import FeedMessages
import FeedRendering
import FeedStages
import FeedState
import FeedSystem

/// A place of a state on the command line: a path, `env:NAME`, or an address of PostgreSQL without a password.
///
/// All users of a machine see the arguments of its processes, so that no password stands there.
enum StatePlaceOption: ExpressibleByArgument, Sendable {
    case file(String)
    /// An environment variable that holds an address.
    case variable(String)
    case address(String)

    private static let variablePrefix = "env:"

    init?(argument: String) {
        if argument.hasPrefix(Self.variablePrefix) {
            self = .variable(String(argument.dropFirst(Self.variablePrefix.count)))
        } else if PostgreSQLPlace.hasScheme(argument) || Self.hasKeywords(argument) {
            self = .address(argument)
        } else if !argument.isEmpty {
            self = .file(argument)
        } else {
            return nil
        }
    }

    /// Whether a text begins as libpq's other form of an address does: `host=db dbname=news`.
    private static func hasKeywords(_ text: String) -> Bool {
        guard let end = text.firstIndex(of: "=") else { return false }
        let first = text[..<end].filter { $0 != " " }
        return ["host", "hostaddr", "port", "dbname", "user", "password", "service", "sslmode"].contains(first)
    }

    /// The place. Throws a usage error if a variable is missing or an address has a password, and the errors of libpq.
    func storage(_ localized: Localizer) throws(CommandFailure) -> StateStorage {
        switch self {
        case .file(let path): return .sqlite(path)
        case .variable(let name):
            guard let address = ProcessEnvironment.variables[name], !address.isEmpty else {
                throw CommandFailure(
                    .usage, localized("state.copy.no_variable", ["name": .text(VisibleText.line(name))]))
            }
            return .postgresql(PostgreSQLPlace(address))
        case .address(let address):
            let place = PostgreSQLPlace(address)
            do throws(StageError) {
                guard try place.holdsPassword() else { return .postgresql(place) }
            } catch {
                throw StateReading.failure(error, localized)
            }
            throw CommandFailure(.usage, localized("state.copy.password"))
        }
    }
}
