import FeedModel
package import Logging

extension Logger {
    /// The same logger, whose lines also say what they are about: `source=news`. Costs nothing where nothing is logged.
    package func about(_ member: String, _ name: String) -> Logger {
        guard logLevel < .critical else { return self }
        var logger = self
        logger[metadataKey: member] = .string(name)
        return logger
    }
}

extension Duration {
    /// Seconds, to the millisecond.
    var loggedSeconds: Logger.MetadataValue { .stringConvertible(Double(clampedMilliseconds) / 1000) }

    /// Whole milliseconds.
    var loggedMilliseconds: Logger.MetadataValue { .stringConvertible(Int(clampedMilliseconds)) }
}

extension Logger.MetadataValue {
    /// A number, which stays one in JSON.
    static func count(_ number: Int) -> Self { .stringConvertible(number) }
}
