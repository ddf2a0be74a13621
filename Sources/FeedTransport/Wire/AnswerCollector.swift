/// Gathers an answer as it arrives, header lines first, within bounds, whatever the server sends.
package struct AnswerCollector: ~Copyable {
    /// Why an answer is not taken any further.
    package enum Failure: Error {
        /// The header passes a bound.
        case headersTooLarge
        /// The body, decoded, passes its limit.
        case tooLarge
        /// The body goes on and on, and next to nothing is in it.
        case hollow
        /// The body ends too early.
        case truncated
        /// The body is not what `Content-Encoding` says, which is this, or nothing that is understood.
        case encoding(String)
    }

    private var headers = HeaderCollector()
    private var body: BodyCollector?
    private let limit: Int

    /// Makes a collector of at most `limit` decoded bytes.
    package init(limit: Int) { self.limit = limit }

    /// Names in lower case, in order; values without control characters.
    package var fields: [(name: String, value: String)] { headers.fields }
    /// Whether the empty line behind the header was seen.
    var isHeaderWhole: Bool { headers.isAtEnd }
    /// Whether anything of a body came.
    private(set) var hasBody = false
    /// Bytes of the body, as they were on the wire.
    private(set) var received = 0

    /// Bytes of the decoded body so far.
    private(set) var bodyCount = 0
    /// Whether more of the body comes out of what was taken; see `unfold`.
    private(set) var holdsBack = false

    /// Takes a header line with its line end.
    package mutating func take(header line: UnsafeRawBufferPointer) throws(Failure) {
        guard headers.take(line) else { throw .headersTooLarge }
    }

    /// Takes a piece of the body; with `isStepwise` only some of what may come out of it is decoded, see `holdsBack`.
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

    /// Decodes more of what was taken.
    mutating func unfold() throws(Failure) {
        do throws(BodyCollector.Failure) { try body?.unfold() } catch { throw failure(for: error) }
        measure()
    }

    private mutating func measure() {
        bodyCount = body?.bytes.count ?? 0
        holdsBack = body?.holdsBack ?? false
    }

    /// Settles what was held back; to be called once, when nothing more comes.
    package mutating func end() throws(Failure) {
        do throws(BodyCollector.Failure) { try body?.end() } catch { throw failure(for: error) }
        guard body?.isComplete ?? true else { throw .truncated }
    }

    /// Hands the decoded body over, without a copy.
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
