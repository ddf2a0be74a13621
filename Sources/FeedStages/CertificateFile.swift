public import FeedConfiguration
public import FeedMessages
import FeedSystem

/// A file with certificates of authorities (PEM) as an option; read once, to see whether it is one.
public struct CertificateFile: ConfigValue, Hashable {
    /// Its path, relative ones resolved against the configuration's folder.
    public var path: String

    /// Makes it of a path.
    public init(path: String) { self.path = path }

    /// A path.
    public static var typeName: LocalizedText { .message("type.path") }
    /// The folder itself.
    public static var placeholder: CertificateFile { CertificateFile(path: ".") }
    /// The path.
    public var manualText: String { path }

    /// Takes the path of a file that holds a certificate. Blocks for as long as the disk takes.
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
            // As with secrets: a file that is missing here does not keep a recording from being replayed.
            section.report(
                .message(
                    "config.of_option",
                    ["path": .text(section.path), "what": .message(failure.text(of: .text(path)))]),
                at: node.place,
                severity: failure == .missing ? .missingForAll : .error)
            return failure == .missing ? CertificateFile(path: path) : nil
        }
    }

    /// Debian's bundle of all authorities has 220 KiB.
    private static let mostBytes = 16 << 20
    /// As OpenSSL writes and reads them.
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
