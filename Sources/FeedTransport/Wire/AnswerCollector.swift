/// Collects a response as it arrives: header lines first, then the body, both with size limits.
package struct AnswerCollector: ~Copyable {
    /// Why the rest of a response is not read.
    package enum Failure: Error {
        /// The header is over one of the limits of `HeaderCollector`.
        case headersTooLarge
        /// The decoded body is over its limit.
        case tooLarge
        /// The compressed body is large, but decodes to next to nothing.
        case hollow
        /// The body ends before its compressed data does.
        case truncated
        /// The body cannot be decoded, or its coding is unknown; with the value of `Content-Encoding`.
        case encoding(String)
    }

    private var headers = HeaderCollector()
    private var body: BodyCollector?
    private let limit: Int

    /// Makes a collector for a body of at most `limit` decoded bytes.
    package init(limit: Int) { self.limit = limit }

    /// The header fields in order; names in lower case, values without control characters.
    package var fields: [(name: String, value: String)] { headers.fields }
    /// Whether the empty line after the header was read.
    var isHeaderWhole: Bool { headers.isAtEnd }
    /// Whether a part of the body arrived.
    private(set) var hasBody = false
    /// Bytes of the body as received, before decoding.
    private(set) var received = 0

    /// Bytes of the body so far, decoded.
    private(set) var bodyCount = 0
    /// Whether received bytes are not decoded yet; `unfold` decodes more of them.
    private(set) var holdsBack = false

    /// Adds a header line with its line end; throws `.headersTooLarge`.
    package mutating func take(header line: UnsafeRawBufferPointer) throws(Failure) {
        guard headers.take(line) else { throw .headersTooLarge }
    }

    /// Adds a piece of the body. With `isStepwise` only a part of it may be decoded, see `holdsBack`. Throws any
    /// `Failure` except `.headersTooLarge` and `.truncated`.
    package mutating func take(body chunk: UnsafeRawBufferPointer, isStepwise: Bool = false) throws(Failure) {
        received += chunk.count
        do throws(BodyCoding.Refused) {
            if !hasBody {
                hasBody = true
                body = BodyCollector(
                    coding: try BodyCoding.named(by: header("content-encoding")), limit: limit,
                    expected: header("content-length").flatMap { Int($0) } ?? 0)
            }
        } catch {
            throw .encoding(error.value)
        }
        do throws(BodyCollector.Failure) {
            try body?.take(chunk, isStepwise: isStepwise)
        } catch {
            throw failure(for: error)
        }
        measure()
    }

    /// Decodes more of the received bytes.
    mutating func unfold() throws(Failure) {
        do throws(BodyCollector.Failure) { try body?.unfold() } catch { throw failure(for: error) }
        measure()
    }

    private mutating func measure() {
        bodyCount = body?.bytes.count ?? 0
        holdsBack = body?.holdsBack ?? false
    }

    /// Ends the body; to be called once, after its last piece. Throws `.truncated` if the compressed data is not
    /// complete.
    package mutating func end() throws(Failure) {
        do throws(BodyCollector.Failure) { try body?.end() } catch { throw failure(for: error) }
        guard body?.isComplete ?? true else { throw .truncated }
    }

    /// Moves the decoded body out, without a copy.
    package mutating func takeBody() -> [UInt8] { body?.takeBytes() ?? [] }

    private func header(_ name: String) -> String? { headers.fields.first { $0.name == name }?.value }

    private func failure(for failure: BodyCollector.Failure) -> Failure {
        switch failure {
        case .tooLarge: .tooLarge
        case .hollow: .hollow
        case .broken: .encoding(header("content-encoding") ?? "gzip")
        }
    }
}
