import FeedMessages

/// A secret that the service manager hands over (`LoadCredential=` of systemd.exec(5)): a file of its name in the folder
/// that `CREDENTIALS_DIRECTORY` names.
enum Credential {
    /// Whether systemd takes it as a credential's name. No such name leads out of the folder.
    static func isName(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && name != "." && name != ".."
            && name.utf8.allSatisfy { (0x20...0x7E).contains($0) && !"/:".utf8.contains($0) }
    }

    /// Reports a name that no credential can have.
    static func checkName(_ name: String, in section: ConfigSection) {
        guard !isName(name) else { return }
        section.report(
            .message("secret.credential_name", ["path": .text(section.path)]), at: section.node["credential"]?.place,
            suggestion: .message("secret.credential_name.cure"))
    }

    /// The file of a credential, or nil where nobody hands credentials over.
    static func file(_ name: String, in environment: ConfigEnvironment) -> String? {
        guard let folder = environment.variables["CREDENTIALS_DIRECTORY"], !folder.isEmpty else { return nil }
        return environment.resolve(path: folder) + "/" + name
    }
}
