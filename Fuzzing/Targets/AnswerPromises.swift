import FeedModel
import FeedStages
import FeedTransport

/// A response stays within its limits, its header fields are clean, and the waits and validators in them are valid.
///
/// The first byte is the size of the body's pieces, less one; header lines follow, an empty line, and the body.
enum AnswerPromises {
    private static let mostBody = 256 << 10

    static func brokenPromise(by input: [UInt8]) -> String? {
        guard let size = input.first else { return nil }
        return input.withUnsafeBytes { brokenPromise(by: $0.dropFirst(), in: Int(size) + 1) }
    }

    private static func brokenPromise(by input: Slice<UnsafeRawBufferPointer>, in size: Int) -> String? {
        var answer = AnswerCollector(limit: mostBody)
        var rest = input
        do throws(AnswerCollector.Failure) {
            var isHeaderWhole = false
            while !rest.isEmpty, !isHeaderWhole {
                let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
                let line = UnsafeRawBufferPointer(rebasing: rest[..<end])
                try answer.take(header: line)
                isHeaderWhole = line.elementsEqual("\n".utf8) || line.elementsEqual("\r\n".utf8)
                rest = rest[end...]
            }
            while !rest.isEmpty {
                try answer.take(body: UnsafeRawBufferPointer(rebasing: rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            try answer.end()
        } catch {
            return fault(inFields: answer.fields)
        }
        let body = answer.takeBody()
        return body.count <= mostBody ? fault(inFields: answer.fields) : "a body of \(body.count) bytes"
    }

    /// The fault of a response's header fields, or nil.
    static func fault(inFields fields: [(name: String, value: String)]) -> String? {
        guard fields.count <= 500 else { return "\(fields.count) fields" }
        for field in fields where field.value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            return "a control character in \(field.name)"
        }
        let url = "https://example.com/feed"
        let response = HTTPResponse(
            status: 503, headers: fields, body: [], finalURL: url,
            receivedAt: Timestamp(seconds: 1_800_000_000))
        if let wait = response.retryAfter, wait < .zero || wait > .seconds(7 * 86_400) { return "a wait of \(wait)" }
        for value in [response.validators?.etag, response.validators?.lastModified].compactMap(\.self) {
            guard (1...1024).contains(value.utf8.count) else { return "a validator of \(value.utf8.count) bytes" }
            // A validator, which is sent back byte for byte, has no spaces at its ends.
            guard !value.utf8.starts(with: " ".utf8), value.utf8.last != UInt8(ascii: " ") else {
                return "a validator with blanks around it"
            }
        }
        return response.failure(of: url)?.code == .limited ? nil : "a 503 that is no pause"
    }
}
