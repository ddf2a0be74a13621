public import FeedConfiguration
public import FeedMessages
import FeedSystem

/// A file with certificates of authorities (PEM) as an option. It is read once, to check its content.
public struct CertificateFile: ConfigValue, Hashable {
    /// The path. A relative path is resolved against the configuration's folder.
    public var path: String

    /// Makes an option of a path.
    public init(path: String) { self.path = path }

    /// A path.
    public static var typeName: LocalizedText { .message("type.path") }
    /// What is accepted.
    public static var schema: ValueSchema { FilePath.schema }
    /// The placeholder `.`, the configuration's folder.
    public static var placeholder: CertificateFile { CertificateFile(path: ".") }
    /// The path.
    public var manualText: String { path }

    /// Reads the path of a file that contains a certificate. Reports one without to `section`. Blocks on the disk.
    public static func read(_ node: Node, in section: ConfigSection) -> CertificateFile? {
        guard let given = FilePath.read(node, in: section)?.text else { return nil }
        let path = section.environment.resolve(path: given)
        section.recordFile(path)
        switch SmallFile.read(path, limit: mostBytes) {
        case .success(let file):
            if holdsCertificate(file.bytes) {
                section.reportIfOthersCanChange(path, at: node.place)
                return CertificateFile(path: path)
            }
            section.report(
                .message("certificate.none", ["path": .text(section.path), "file": .text(path)]), at: node.place,
                suggestion: .message("certificate.convert"))
            return nil
        case .failure(let failure):
            // As with secrets, a missing file must not prevent a recording from being replayed.
            section.report(
                .message(
                    "config.of_option",
                    ["path": .text(section.path), "what": .message(failure.text(of: .text(path)))]),
                at: node.place,
                severity: failure == .missing ? .missingForAll : .error)
            return failure == .missing ? CertificateFile(path: path) : nil
        }
    }

    /// Limit of a file in bytes, 16 MiB. Debian's bundle of all authorities has 220 KiB.
    private static let mostBytes = 16 << 20
    /// The labels that OpenSSL writes and reads.
    private static let marks = ["CERTIFICATE", "TRUSTED CERTIFICATE", "X509 CERTIFICATE"].map {
        (begin: Array("-----BEGIN \($0)-----".utf8), end: Array("-----END \($0)-----".utf8))
    }

    private static func holdsCertificate(_ bytes: [UInt8]) -> Bool {
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        return marks.contains { mark in
            guard let begin = lines.firstIndex(where: { $0.starts(with: mark.begin) }) else { return false }
            return lines[begin...].dropFirst(2).contains { $0.starts(with: mark.end) }
        }
    }
}
