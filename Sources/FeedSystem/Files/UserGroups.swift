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
