import Foundation
import Glibc
import Testing

/// Another user of this machine, as whom root may run something.
struct OtherUser {
    let number: uid_t

    /// The user who owns nothing, or nil where the tests may not become him: they are not root, or he cannot reach the
    /// program.
    static let nobody: OtherUser? = {
        let user = OtherUser(number: 65_534)
        guard geteuid() == 0, let workplace = try? Workplace(), (try? user.take(workplace)) != nil,
            let outcome = try? workplace.run("--version", wrapper: user.wrapper), outcome.status == 0
        else { return nil }
        return user
    }()

    /// What a skipped test says.
    static let need: Comment = "skipped: the tests cannot run the program as another user (they need to be root)"

    /// How the program calls a user: by name and number, or by the number alone.
    static func spoken(_ number: uid_t) -> String {
        getpwuid(number).map { "\(String(cString: $0.pointee.pw_name)) (uid \(number))" } ?? String(number)
    }

    /// How the program calls this one.
    var spoken: String { Self.spoken(number) }

    /// What runs a command as this user.
    var wrapper: [String] {
        ["/usr/bin/setpriv", "--reuid", "\(number)", "--regid", "\(number)", "--clear-groups", "--"]
    }

    /// Gives the user a workplace and all that is in it.
    func take(_ workplace: Workplace) throws {
        try workplace.write("stdout.txt", "")
        try workplace.write("stderr.txt", "")
        let names = FileManager.default.enumerator(atPath: workplace.folder)?.compactMap { $0 as? String } ?? []
        for name in names + ["."] {
            guard lchown(workplace.path(name), number, number) == 0 else { throw POSIXError(.EPERM) }
        }
    }
}
