import Glibc

/// The name of this machine.
enum MachineName {
    private static let longest = 64

    /// The host's name; `localhost` if it has none.
    static var current: String {
        var bytes = [CChar](repeating: 0, count: longest + 1)
        guard gethostname(&bytes, longest) == 0, bytes.first != 0 else { return "localhost" }
        return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
