import FeedStages
import FeedSystem
import Glibc

/// Answers questions for addresses (RFC 1035) by what the names themselves say, so that a test needs no zone file.
/// Numbers are hexadecimal, eight digits for IPv4, 32 for IPv6:
///
/// - `7f000001.0a000001.all.test`: both addresses, in this order;
/// - `7f000001.0a000001.turn.test`: the first time the first, from the second time on the second;
/// - `anything.silent.test`: no answer, ever;
/// - every other name: there is none (NXDOMAIN).
///
/// Every answer may be kept for 0 s.
enum NameServer {
    static let address = "127.0.0.1"

    static func start(counting counts: Counts) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = UInt16(53).bigEndian
        guard descriptor >= 0, inet_pton(AF_INET, address, &place.sin_addr) == 1 else { return false }
        let isBound = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        return isBound && startDetachedThread { serve(descriptor, counts) }
    }

    private static func serve(_ descriptor: Int32, _ counts: Counts) {
        var room = [UInt8](repeating: 0, count: 1500)
        while true {
            var client = sockaddr_storage()
            var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let count = withUnsafeMutablePointer(to: &client) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    recvfrom(descriptor, &room, room.count, 0, $0, &size)
                }
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return }
            guard let question = Question(room[..<count]), let answer = answer(to: question, counts) else { continue }
            withUnsafePointer(to: &client) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = sendto(descriptor, answer, answer.count, 0, $0, size)
                }
            }
        }
    }

    /// The first question of a message.
    private struct Question {
        /// The message's head and the question as they came.
        let bytes: [UInt8]
        let labels: [String]
        let type: UInt16

        init?(_ message: ArraySlice<UInt8>) {
            var labels: [String] = []
            var index = message.startIndex + 12
            while index < message.endIndex, message[index] != 0 {
                let end = index + 1 + Int(message[index])
                guard message[index] < 64, end < message.endIndex else { return nil }
                labels.append(String(decoding: message[(index + 1)..<end], as: UTF8.self).lowercased())
                index = end
            }
            guard index + 4 < message.endIndex else { return nil }
            type = UInt16(message[index + 1]) << 8 | UInt16(message[index + 2])
            bytes = Array(message[...(index + 4)])
            self.labels = labels
        }
    }

    private static func answer(to question: Question, _ counts: Counts) -> [UInt8]? {
        let name = question.labels.joined(separator: ".")
        let times = counts.add("dns \(name) \(question.type == 1 ? "A" : question.type == 28 ? "AAAA" : "other")")
        let kind = question.labels.suffix(2).first ?? ""
        guard kind != "silent" else { return nil }
        let width = question.type == 1 ? 4 : question.type == 28 ? 16 : 0
        let all = question.labels.dropLast(2).compactMap(address(hexadecimal:))
        let isKnown = (kind == "all" || kind == "turn") && question.labels.last == "test" && !all.isEmpty
        var addresses = isKnown ? all.filter { $0.count == width } : []
        if kind == "turn", let last = addresses.last { addresses = [times == 1 ? addresses[0] : last] }
        var bytes = question.bytes
        bytes[2] = 0x85  // an answer, authoritative, recursion was wanted …
        bytes[3] = isKnown ? 0x80 : 0x83  // … and is there; or: no such name
        bytes.replaceSubrange(4..<12, with: [0, 1, 0, UInt8(truncatingIfNeeded: addresses.count), 0, 0, 0, 0])
        for address in addresses {
            let head: [UInt8] = [0xC0, 12, 0, question.type == 1 ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, UInt8(width)]
            bytes += head + address
        }
        return bytes
    }

    private static func address(hexadecimal text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            default: nil
            }
        }
        guard digits.count == text.utf8.count, digits.count == 8 || digits.count == 32 else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
