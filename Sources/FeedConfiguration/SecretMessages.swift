import Glibc

/// Passes on the messages of a program that prints a secret, up to a limit.
///
/// It is a class, because it counts the bytes.
final class SecretMessages {
    /// Limit in bytes: a program that prints without end must not fill cron's mail.
    private static let longest = 4 << 10

    /// The descriptor that messages go to, or nil for none.
    private let descriptor: Int32?
    private var passedOn = 0
    private var isInLine = false

    init(to descriptor: Int32?) { self.descriptor = descriptor }

    /// Ends a line that the limit cuts, so that other output begins a new line.
    func pass(on piece: ArraySlice<UInt8>) {
        var passed = Array(piece.prefix(Self.longest - passedOn))
        passedOn += passed.count
        if let last = passed.last { isInLine = last != UInt8(ascii: "\n") }
        if passed.count < piece.count, isInLine {
            passed.append(UInt8(ascii: "\n"))
            isInLine = false
        }
        // An error here is ignored, because there is no other place for it.
        if !passed.isEmpty, let descriptor { _ = write(descriptor, passed, passed.count) }
    }
}
