import Glibc
import Synchronization

/// Whether a group that may write a file is one of strangers.
///
/// On Debian each user has a group of its own and umask 002 is usual, so that folders of mode 775 are ordinary.
enum UserGroups {
    /// Whether nobody is in the group but the user of this process, root and the owner of the file, who may write it
    /// anyway. May ask directory services, so it blocks; each question is asked once in the life of the process.
    static func isHarmless(_ group: gid_t, fileOf owner: uid_t) -> Bool {
        if group == 0 { return true }
        return answers.withLock { answers in
            let question = Question(group: group, owner: owner)
            if let known = answers[question] { return known }
            let answer = GroupJudgement(
                database: SystemUsers(), user: geteuid(), owner: owner, mayBeHidden: UserNamespace.hides(group: group)
            ).isHarmless(group)
            if answers.count < mostAnswers { answers[question] = answer }
            return answer
        }
    }

    private struct Question: Hashable {
        let group: gid_t
        let owner: uid_t
    }

    /// Locked while the database is asked, too, which bears one caller at a time.
    private static let answers = Mutex<[Question: Bool]>([:])
    /// A process meets few groups; hostile folders could hold many.
    private static let mostAnswers = 1000
}

/// What a database of users tells of a group that may write a file.
struct GroupJudgement<Database: UserDatabase> {
    let database: Database
    /// The user of this process.
    let user: uid_t
    /// The user to whom the file belongs.
    let owner: uid_t
    /// Whether the group's number may stand for groups that are not known in this user namespace.
    var mayBeHidden = false

    /// Numbers below are for the system's groups, which no directory service gives out (login.defs(5) §GID_MIN).
    private var firstOfUsers: gid_t { 1000 }

    /// Whether nobody is in the group but the user, root and the owner.
    func isHarmless(_ group: gid_t) -> Bool {
        let (me, other) = (database.user(user), database.user(owner))
        let trusted = Set([me?.name, other?.name, "root"].compactMap(\.self))
        guard let entry = database.group(group) else {
            // Where nobody has a name, as in many containers, the own group has the user's number.
            if me == nil && group == user || other == nil && group == owner { return true }
            // A group that was given to this process alone, as Kubernetes does (`fsGroup`).
            return !mayBeHidden && database.ownGroups.contains(group)
                && database.users(withFirst: group).isSubset(of: trusted) && isLocal(group, of: [me, other])
        }
        guard entry.members.isSubset(of: trusted), database.users(withFirst: group).isSubset(of: trusted) else {
            return false
        }
        // A directory service need not list those whose first group it is: only a group of the user's name, one of the
        // system's or one of this machine is known to have no others.
        if entry.name == me?.name || entry.name == other?.name || group < firstOfUsers { return true }
        return !mayBeHidden && entry.isLocal && isLocal(group, of: [me, other])
    }

    /// Whether those of the users whose first group it is are users of this machine: a directory service that gives it
    /// to one may give it to others.
    private func isLocal(_ group: gid_t, of users: [KnownUser?]) -> Bool {
        users.allSatisfy { $0.map { $0.firstGroup != group || $0.isLocal } ?? true }
    }
}

/// The user namespace of this process (user_namespaces(7)): in one that knows not every user, files of the others seem
/// to belong to one number, root's among them.
enum UserNamespace {
    /// The number of those that are not known (proc(5) §/proc/sys/kernel/overflowuid), users and groups alike.
    private static let unknown: UInt32 = 65534

    /// Whether a number may stand for root's, because root is not known here.
    static func hides(_ user: uid_t) -> Bool { user == unknown && isPart("/proc/self/uid_map") }

    /// Whether a number may stand for any group that is not known here.
    static func hides(group: gid_t) -> Bool { group == unknown && isPart("/proc/self/gid_map") }

    /// Whether a map leaves numbers out.
    private static func isPart(_ file: String) -> Bool {
        guard case .success(let map) = SmallFile.read(file, limit: 4096) else { return false }
        // A map of all 2³² - 1 numbers hides none.
        let words = map.bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
        return words.last.map { !$0.elementsEqual("4294967295".utf8) } ?? false
    }
}
