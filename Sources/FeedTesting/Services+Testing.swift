public import FeedModel
public import FeedStages
public import FeedSystem
import Logging

extension Services {
    /// Returns services for tests: a stub transport, a clock that stands still, UTC, and no log.
    public static func testing(
        transport: any HTTPTransport = StubTransport(), clock: any WallClock = ManualClock(), zone: Zone = .utc,
        locale: DigestLocale = .en, blocking: BlockingExecutor = BlockingExecutor(width: 2), directory: String = "."
    ) -> Services {
        Services(
            transport: transport, clock: clock, zone: zone, locale: locale, blocking: blocking, directory: directory,
            logger: Logger(label: "testing") { _ in SwiftLogNoOpLogHandler() })
    }
}
