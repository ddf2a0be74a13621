import FeedModel
package import Logging

extension Logger {
    /// Returns a logger whose lines also name their subject: `source=news`. Returns `self` when logging is off.
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
    /// A number, which JSON output writes as a number.
    static func count(_ number: Int) -> Self { .stringConvertible(number) }
}
