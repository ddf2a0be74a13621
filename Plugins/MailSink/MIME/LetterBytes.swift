import FeedModel
import FeedSystem

/// A letter as bytes (RFC 5322, RFC 2045): ASCII in short lines that end with CRLF.
///
/// The state gives a message its id only when it stores the bytes. So the stored bytes have an empty place for it, and
/// each attempt puts the same id there.
struct LetterBytes {
    var from: MailAddress
    var to: [MailAddress]
    /// On one line.
    var subject: String
    /// Text with LF at the end of each line.
    var text: [UInt8]
    /// HTML with LF at the end of each line.
    var html: [UInt8]
    var date: Timestamp
    var zone: Zone
    /// BCP 47 tag of the language.
    var language: String
    /// The name of the list, without brackets (RFC 2919).
    var listID: String
    /// An address by which readers leave, visible ASCII without brackets; or nil.
    var unsubscribe: String?

    /// The bytes to store.
    var bytes: [UInt8] {
        var header = MailHeader()
        header.field("Message-ID", "<@\(from.domain)>")
        header.field("Date", MailDate.text(date, in: zone))
        header.addresses("From", [from])
        header.addresses("To", to)
        header.text("Subject", subject)
        header.field("List-Id", "<\(listID)>")
        if let unsubscribe { header.field("List-Unsubscribe", "<\(unsubscribe)>") }
        header.field("Auto-Submitted", "auto-generated")
        header.field("Precedence", "bulk")
        header.field("Content-Language", language)
        header.field("MIME-Version", "1.0")
        // No line of either encoding has the first two characters.
        let boundary = "=_" + Base32.encode(Array(SHA256.hash(text + html).prefix(15)))
        header.field("Content-Type", "multipart/alternative; boundary=\"\(boundary)\"")
        var bytes = header.bytes
        bytes.append(contentsOf: "\r\n".utf8)
        for (type, content) in [("plain", text), ("html", html)] {
            let encoding = TransferEncoding(for: content)
            let head =
                "--\(boundary)\r\nContent-Type: text/\(type); charset=utf-8\r\n"
                + "Content-Transfer-Encoding: \(encoding.rawValue)\r\n\r\n"
            bytes.append(contentsOf: head.utf8)
            encoding.append(content, to: &bytes)
            // This line break belongs to the boundary.
            bytes.append(contentsOf: "\r\n".utf8)
        }
        bytes.append(contentsOf: "--\(boundary)--\r\n".utf8)
        return bytes
    }

    /// Returns stored bytes with the id of their message, which is the same at every attempt.
    static func named(_ bytes: [UInt8], _ id: String) -> [UInt8] {
        let start = Array("Message-ID: <".utf8)
        guard bytes.starts(with: start), bytes.dropFirst(start.count).first == UInt8(ascii: "@") else { return bytes }
        return start + Array(word(of: id).utf8) + bytes[start.count...]
    }

    /// Returns an id without anything that has a meaning in a header or in the name of a file.
    static func word(of id: String) -> String { String(decoding: id.utf8.filter(isOfWord), as: UTF8.self) }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

extension [UInt8] {
    /// The letter as files and programs of this machine have it: lines end with LF.
    var withLineFeeds: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for (index, byte) in enumerated() where byte != 0x0D || index + 1 == count || self[index + 1] != 0x0A {
            bytes.append(byte)
        }
        return bytes
    }
}

/// Dates of letters (RFC 5322 §3.3): `Fri, 20 Nov 2026 07:00:00 +0900`.
enum MailDate {
    static func text(_ moment: Timestamp, in zone: Zone) -> String {
        let minutes = zone.offset(at: moment) / 60
        let time = CivilTime(moment, offset: minutes * 60)
        let clock = "\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
        let size = minutes.magnitude
        let offset = (minutes < 0 ? "-" : "+") + padded(Int(size / 60), 2) + padded(Int(size % 60), 2)
        let day = "\(days[time.weekday % 7]), \(padded(time.day, 2)) \(months[(time.month - 1) % 12])"
        return "\(day) \(padded(time.year, 4)) \(clock) \(offset)"
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
