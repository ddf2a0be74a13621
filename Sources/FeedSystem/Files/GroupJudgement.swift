import Glibc

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
