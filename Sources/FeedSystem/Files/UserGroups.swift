import Glibc
import Synchronization

/// Decides whether a group that may write a file contains strangers.
///
/// On Debian each user has its own group and umask 002 is usual, so folders of mode 775 are normal.
enum UserGroups {
    /// Whether the group has no members but the user of this process, root and the file's owner, who may write the file
    /// anyway. Blocks, because it may ask directory services. An answer is kept for the life of the process.
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

    /// Also locked while the database is asked, which allows only one caller at a time.
    private static let answers = Mutex<[Question: Bool]>([:])
    /// The most answers that are kept. A process meets few groups, but hostile folders could have many.
    private static let mostAnswers = 1000
}

/// Judges a group that may write a file, by a database of users.
struct GroupJudgement<Database: UserDatabase> {
    let database: Database
    /// The user of this process.
    let user: uid_t
    /// The user who owns the file.
    let owner: uid_t
    /// Whether the group's number may stand for groups that are unknown in this user namespace.
    var mayBeHidden = false

    /// The first number of users' groups. Lower numbers are the system's groups, which no directory service assigns
    /// (login.defs(5) §GID_MIN).
    private var firstOfUsers: gid_t { 1000 }

    /// Whether the group has no members but the user, root and the owner.
    func isHarmless(_ group: gid_t) -> Bool {
        let (me, other) = (database.user(user), database.user(owner))
        let trusted = Set([me?.name, other?.name, "root"].compactMap(\.self))
        guard let entry = database.group(group) else {
            // In many containers users have no names; then our own group has the user's number.
            if me == nil && group == user || other == nil && group == owner { return true }
            // A group that only this process was given, as by Kubernetes (`fsGroup`).
            return !mayBeHidden && database.ownGroups.contains(group)
                && database.users(withFirst: group).isSubset(of: trusted) && isLocal(group, of: [me, other])
        }
        guard entry.members.isSubset(of: trusted), database.users(withFirst: group).isSubset(of: trusted) else {
            return false
        }
        // A directory service need not list the users whose first group this is. Only three kinds of group are known to
        // have no others: one with the user's name, one of the system, and one of this machine.
        if entry.name == me?.name || entry.name == other?.name || group < firstOfUsers { return true }
        return !mayBeHidden && entry.isLocal && isLocal(group, of: [me, other])
    }

    /// Whether all of these users whose first group it is are users of this machine. A directory service that assigns
    /// the group to one user may assign it to others.
    private func isLocal(_ group: gid_t, of users: [KnownUser?]) -> Bool {
        users.allSatisfy { $0.map { $0.firstGroup != group || $0.isLocal } ?? true }
    }
}

/// The user namespace of this process (user_namespaces(7)). If it does not map all users, files of the others, even of
/// root, seem to belong to one number.
enum UserNamespace {
    /// The number of unmapped users and groups (proc(5) §/proc/sys/kernel/overflowuid).
    private static let unknown: UInt32 = 65534

    /// Whether a number may stand for root, because the namespace does not map all users.
    static func hides(_ user: uid_t) -> Bool { user == unknown && isPart("/proc/self/uid_map") }

    /// Whether a number may stand for any unmapped group.
    static func hides(group: gid_t) -> Bool { group == unknown && isPart("/proc/self/gid_map") }

    /// Whether a map does not contain all numbers.
    private static func isPart(_ file: String) -> Bool {
        guard case .success(let map) = SmallFile.read(file, limit: 4096) else { return false }
        // A map of all 2³² - 1 numbers is complete.
        let words = map.bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
        return words.last.map { !$0.elementsEqual("4294967295".utf8) } ?? false
    }
}
