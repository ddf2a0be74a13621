import Glibc
import Synchronization

/// Whether a group that may write a file is one of strangers.
///
/// On Debian each user has a group of its own and umask 002 is usual, so that folders of mode 775 are ordinary.
enum UserGroups {
    /// Numbers below are for the system's groups, which no directory service gives out (login.defs(5) §GID_MIN).
    private static let firstOfUsers: gid_t = 1000

    /// Whether nobody is in the group but the user of this process, root and the owner of the file, who may write it
    /// anyway. May ask directory services, so it blocks.
    static func isHarmless(_ group: gid_t, fileOf owner: uid_t) -> Bool {
        if group == 0 { return true }
        return database.withLock { _ in
            let (user, owningUser) = (userName(of: geteuid()), userName(of: owner))
            // Where nobody has a name, as in many containers, the own group has the user's number.
            guard let entry = getgrgid(group) else {
                return user == nil && group == geteuid() || owningUser == nil && group == owner
            }
            let name = String(cString: entry.pointee.gr_name)
            let trusted = Set([user, owningUser, "root"].compactMap(\.self))
            guard members(of: entry.pointee).isSubset(of: trusted), users(with: group).isSubset(of: trusted) else {
                return false
            }
            // A directory service need not list those whose first group it is: only a group of the user's name, or one
            // of the system's, is known to have no others.
            return name == user || name == owningUser || group < firstOfUsers
        }
    }

    /// getgrgid(3) and getpwent(3) give what the next call overwrites.
    private static let database = Mutex(())

    private static func userName(of user: uid_t) -> String? {
        getpwuid(user).map { String(cString: $0.pointee.pw_name) }
    }

    private static func members(of group: group) -> Set<String> {
        var names: Set<String> = []
        var next = group.gr_mem
        while let name = next?.pointee {
            names.insert(String(cString: name))
            next = next?.successor()
        }
        return names
    }

    /// Names of the users whose first group it is.
    private static func users(with group: gid_t) -> Set<String> {
        setpwent()
        defer { endpwent() }
        var names: Set<String> = []
        while let user = getpwent() {
            if user.pointee.pw_gid == group { names.insert(String(cString: user.pointee.pw_name)) }
        }
        return names
    }
}
