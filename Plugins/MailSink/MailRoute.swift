public import FeedConfiguration
import FeedMessages
import FeedModel
import FeedPosting
import FeedPrograms
public import FeedStages
import FeedSystem
import Glibc

/// The way that letters take.
enum MailRoute: Sendable {
    /// To a mail server.
    case smtp(MailServer)
    /// To a program such as sendmail(8), with its whole environment.
    case program([String], variables: [String: String])
    /// Into a folder of this machine, in the form of Maildir; its path as written.
    case maildir(String)
}

extension MailRoute: ConfigValue {
    static var typeName: LocalizedText { .message("type.mail_route") }
    static var placeholder: MailRoute { .maildir(".") }
    var manualText: String { "" }

    static func read(_ node: Node, in section: ConfigSection) -> MailRoute? {
        guard node.map != nil else {
            section.reportMismatch(node, expected: typeName, suggestion: .message("mail.route_example"))
            return nil
        }
        let address = section.option("smtp", as: String.self, help: .message("option.mail.smtp"))
        let server = server(at: address, in: section)
        let words = section.option("sendmail", as: OneOrMany<String>.self, help: .message("option.mail.sendmail"))
        let maildir = section.option("maildir", as: FilePath.self, help: .message("option.mail.maildir"))
        section.exactlyOne(of: "smtp", "sendmail", "maildir")
        if let maildir { checkFolder(section.environment.resolve(path: maildir.text), in: section) }
        if !section.isGiven("smtp") {
            for option in ["user", "password", "tls", "ca_file"] where section.isGiven(option) {
                section.report(
                    .message("mail.not_of_smtp", ["path": .text(section.path), "option": .text(option)]),
                    at: section.node[option]?.place)
            }
        }
        let variables = Program.standardVariables(in: section.environment)
        if let words {
            section.checkProgram(words.values, "sendmail", searching: variables["PATH"])
            checkForCron(words.values.first ?? "", in: section, searching: variables["PATH"])
        }
        if let server { return .smtp(server) }
        if let words { return .program(words.values, variables: variables) }
        return maildir.map { .maildir($0.text) }
    }

    /// Warns of a Maildir that is there and no folder.
    private static func checkFolder(_ path: String, in section: ConfigSection) {
        var status = stat()
        guard stat(path, &status) == 0, FileKind(of: status.st_mode) != .folder else { return }
        section.report(
            .message(
                "mail.no_folder",
                [
                    "path": .text(section.path), "folder": .text(path),
                    "kind": .message(FileKind(of: status.st_mode).text),
                ]), at: section.node["maildir"]?.place, severity: .missing)
    }

    /// Warns of a program that this shell finds by its name and cron would not: sendmail is in /usr/sbin on most systems.
    private static func checkForCron(_ name: String, in section: ConfigSection, searching path: String?) {
        guard !name.utf8.contains(UInt8(ascii: "/")),
            let file = ProgramFile.path(of: name, in: section.environment.directory, searching: path),
            ProgramFile.path(of: name, in: section.environment.directory, searching: nil) == nil
        else { return }
        section.report(
            .message(
                "mail.not_for_cron",
                [
                    "path": .text(section.path),
                    "folder": .text(String(file.dropLast(name.count + 1))),
                ]), at: section.node["sendmail"]?.place, severity: .warning,
            suggestion: .message("mail.not_for_cron.cure", ["file": .text(file)]))
    }

    /// Warns of a port where the encryption begins otherwise: the conversation would not begin, or end at once.
    private static func checkPort(_ port: Int, of scheme: String, _ host: String, in section: ConfigSection) {
        let other = ["smtp 465": "smtps", "smtps 587": "smtp", "smtps 25": "smtp"]["\(scheme) \(port)"]
        guard let other else { return }
        section.report(
            .message("mail.odd_port", ["path": .text(section.path), "port": .number(port), "scheme": .text(scheme)]),
            at: section.node["smtp"]?.place, severity: .warning,
            suggestion: .message("mail.odd_port.cure", ["address": .text("\(other)://\(host):\(port)")]))
    }

    /// Reads the options of a server. Returns nil if there is no address, or after a report.
    private static func server(at address: String?, in section: ConfigSection) -> MailServer? {
        let user = section.option("user", as: String.self, help: .message("option.mail.user"))
        let password = section.option("password", as: Secret.self, help: .message("option.mail.password"))
        let tls = section.option("tls", default: MailServer.TLS.required, help: .message("option.mail.tls"))
        let caFile = section.option("ca_file", as: CertificateFile.self, help: .message("option.posting.ca_file"))?.path
        guard let address, section.node["smtp"]?.lacksVariable == false else { return nil }
        let place = section.node["smtp"]?.place
        let path = ["path": MessageArgument.text(section.path)]
        let parts = Address.parts(address)
        if parts?.userInfo != nil {
            section.report(
                .message("mail.address_credentials", path), at: place,
                suggestion: .message("mail.address_credentials.cure"))
            return nil
        }
        guard let parts, let port = [("smtp", 587), ("smtps", 465)].first(where: { $0.0 == parts.scheme })?.1,
            let host = parts.host, !host.isEmpty, host.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            parts.path.isEmpty || parts.path == "/", parts.query == nil, parts.fragment == nil, parts.port != 0
        else {
            section.report(
                .message("mail.not_smtp", path), at: place, suggestion: .message("mail.not_smtp.cure"))
            return nil
        }
        checkPort(parts.port ?? port, of: parts.scheme, host, in: section)
        if (user == nil) != (password == nil), section.isGiven("user") != section.isGiven("password") {
            section.report(
                .message("mail.half_login", path), at: section.node[user == nil ? "password" : "user"]?.place)
        }
        if let user, !user.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) || user.isEmpty {
            section.report(.message("mail.bad_user", path), at: section.node["user"]?.place)
        }
        if tls == .none, parts.scheme == "smtps" || !ConfigSection.isLoopback(host) {
            section.report(
                .message("mail.no_tls", path), at: section.node["tls"]?.place, suggestion: .message("mail.no_tls.cure"))
        }
        if tls == .none, section.isGiven("user") || section.isGiven("password") {
            section.report(
                .message("mail.login_without_tls", path), at: section.node["user"]?.place,
                suggestion: .message("mail.login_without_tls.cure"))
        }
        return MailServer(
            address: "\(parts.scheme)://\(host):\(parts.port ?? port)", tls: tls, user: user, password: password,
            caFile: caFile)
    }
}

extension MailServer.TLS: ConfigChoice {}
