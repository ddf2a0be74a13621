import FeedModel
import FeedStages
import FeedSystem
import Synchronization

/// Puts letters into a Maildir, exactly once each: https://cr.yp.to/proto/maildir.html.
///
/// A letter is written to `tmp`, and gets its second name in `new` by link(2). Its first name stays until the delivery is
/// recorded, as a proof: the reader may have read, moved or removed the letter meanwhile.
///
/// It is a class, because a run's deliveries share the list of proofs.
final class MaildirCarrier: MailCarrier {
    private let path: String
    private let services: Services
    /// The names whose delivery this run saw.
    private let proven = Mutex<[String]>([])

    init(_ path: String, _ services: Services) {
        self.path = absolutePath(path)
        self.services = services
    }

    func deliver(_ letter: [UInt8], _ message: Message) async throws(StageError) -> Receipt {
        let file = MaildirFile(message)
        try await services.blocking.run { [path] () throws(StageError) in
            try Maildir(path).put(letter.withLineFeeds, as: file)
        }
        proven.withLock { $0.append(file.name) }
        return Receipt()
    }

    /// Returns `.delivered` if the letter is in the folder, or was once.
    func recover(_ letter: [UInt8], _ message: Message) async throws(StageError) -> Recovery {
        let file = MaildirFile(message)
        let size = letter.withLineFeeds.count
        let wasDelivered = try await services.blocking.run { [path] () throws(StageError) in
            try Maildir(path).hasReceived(file, of: size)
        }
        guard wasDelivered else { return .notDelivered }
        proven.withLock { $0.append(file.name) }
        return .delivered(Receipt())
    }

    func close() async {
        let names = proven.withLock { $0 }
        guard !names.isEmpty else { return }
        let now = services.clock.now
        await services.blocking.run { [path] in Maildir(path).removeProofs(names, now: now) }
    }
}

/// The name of a letter's file: the time of the digest, the id of the message, and ours.
struct MaildirFile {
    let name: String

    init(_ message: Message) {
        let digits = String(decoding: message.memo ?? [], as: UTF8.self)
        let seconds = Int64(digits).map { max(0, $0) } ?? 0
        name = "\(seconds).\(LetterBytes.word(of: message.id))\(Self.suffix)"
    }

    /// The end of all names that we give.
    static let suffix = ".kawaraban"
}
