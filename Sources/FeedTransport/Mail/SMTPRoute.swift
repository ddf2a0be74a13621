import FeedModel
import FeedStages
import FeedSystem
import Glibc

/// The way to a mail server, checked.
struct SMTPRoute: Sendable {
    /// The address for libcurl. Its path is the name that this side gives itself.
    let url: String
    let host: String
    /// Whether TLS begins with the connection.
    let beginsEncrypted: Bool

    /// Finds the way of a letter. Throws `.badAddress`, `.badRequest` for a sender or a recipient that could not be sent,
    /// and `.badConfiguration` for what is not to be sent without encryption.
    init(of letter: MailLetter) throws(StageError) {
        let server = letter.server
        guard let parts = Address.parts(server.address), parts.scheme == "smtp" || parts.scheme == "smtps",
            let host = parts.host, !host.isEmpty, host.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            parts.userInfo == nil, parts.port != 0, parts.path.isEmpty || parts.path == "/", parts.query == nil,
            parts.fragment == nil, let target = TargetHost(host)
        else { throw StageError(.badAddress, subject: server.address) }
        beginsEncrypted = parts.scheme == "smtps"
        if server.tls == .none {
            guard !beginsEncrypted, server.user == nil, server.password == nil, target.literal?.isLoopback == true
            else {
                throw StageError(.badConfiguration, subject: server.address, facts: [.option: "tls"])
            }
        }
        guard !letter.recipients.isEmpty, ([letter.sender] + letter.recipients).allSatisfy(Self.isSendable) else {
            throw StageError(
                .badRequest, subject: server.address, phrases: [.found: .message("transport.bad_envelope")])
        }
        self.host = host
        let port = parts.port ?? (beginsEncrypted ? 465 : 587)
        url = "\(parts.scheme)://\(target.name):\(port)/\(Self.ownName)"
    }

    /// Whether an address can stand in an envelope: visible ASCII with an `@`, and no bracket that would end it.
    private static func isSendable(_ address: String) -> Bool {
        address.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
            && address.utf8.contains(UInt8(ascii: "@")) && address.utf8.count <= longestAddress
    }

    /// RFC 5321 §4.5.3.1.3, without the brackets.
    private static let longestAddress = 254

    /// The name that this side gives itself: this machine's, if it is one of the public network, or else an address, as
    /// RFC 5321 §4.1.4 wants it. Many servers refuse bare names.
    private static var ownName: String {
        var room = [CChar](repeating: 0, count: 256)
        guard gethostname(&room, room.count - 1) == 0 else { return address }
        let name = String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isName = labels.count > 1 && labels.allSatisfy { !$0.isEmpty && $0.allSatisfy(isOfLabel) }
        return isName ? name : address
    }

    /// `[127.0.0.1]`, encoded as in an address.
    private static let address = "%5B127.0.0.1%5D"

    private static func isOfLabel(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "-")
    }
}

extension IPAddress {
    /// Whether it is an address of this machine alone: 127.0.0.0/8 or ::1.
    var isLoopback: Bool {
        if let v4 { return v4 >> 24 == 127 }
        return high == 0 && low == 1
    }
}
