import Glibc

/// Passes on what a program tells that is asked for a secret, with a bound.
///
/// A class, because what is passed on is counted in it.
final class SecretMessages {
    /// A program that floods its standard error must not fill cron's mail.
    private static let longest = 4 << 10

    /// Where messages go, or nil: nowhere.
    private let descriptor: Int32?
    private var passedOn = 0
    private var isInLine = false

    init(to descriptor: Int32?) { self.descriptor = descriptor }

    /// Where the bound cuts a line it is ended, so that what others write begins a new one.
    func pass(on piece: ArraySlice<UInt8>) {
        var passed = Array(piece.prefix(Self.longest - passedOn))
        passedOn += passed.count
        if let last = passed.last { isInLine = last != UInt8(ascii: "\n") }
        if passed.count < piece.count, isInLine {
            passed.append(UInt8(ascii: "\n"))
            isInLine = false
        }
        // What cannot be written is lost: there is no other place to tell it.
        if !passed.isEmpty, let descriptor { _ = write(descriptor, passed, passed.count) }
    }
}
