import Glibc

/// The users and groups of a machine, and the groups of this process.
protocol UserDatabase {
    /// The groups of this process.
    var ownGroups: Set<gid_t> { get }
    func user(_ number: uid_t) -> KnownUser?
    func group(_ number: gid_t) -> KnownGroup?
    /// The names of the users whose first group it is. A directory service need not list its users.
    func users(withFirst group: gid_t) -> Set<String>
}

/// A user with a name (passwd(5)).
struct KnownUser {
    let name: String
    let firstGroup: gid_t
    /// Whether the machine's own file lists the number, so that no directory service assigned it.
    let isLocal: Bool
}

/// A group with a name (group(5)).
struct KnownGroup {
    let name: String
    let members: Set<String>
    /// Whether the machine's own file lists the number, so that no directory service assigned it.
    let isLocal: Bool
}

/// The system's database (nsswitch.conf(5)). Blocks, and may ask directory services.
///
/// Only one caller at a time may use it: getpwent(3) and the like return memory that the next call overwrites.
struct SystemUsers: UserDatabase {
    var ownGroups: Set<gid_t> {
        var groups = [gid_t](repeating: 0, count: max(0, Int(getgroups(0, nil))))
        let count = getgroups(Int32(groups.count), &groups)
        return Set(groups.prefix(max(0, Int(count)))).union([getegid()])
    }

    func user(_ number: uid_t) -> KnownUser? {
        guard let found = getpwuid(number)?.pointee else { return nil }
        let (name, firstGroup) = (String(cString: found.pw_name), found.pw_gid)
        let isLocal = Self.anyEntry(of: "/etc/passwd", fgetpwent) { $0.pw_uid == number }
        return KnownUser(name: name, firstGroup: firstGroup, isLocal: isLocal)
    }

    func group(_ number: gid_t) -> KnownGroup? {
        guard let found = getgrgid(number)?.pointee else { return nil }
        let (name, members) = (String(cString: found.gr_name), Self.members(of: found))
        let isLocal = Self.anyEntry(of: "/etc/group", fgetgrent) { $0.gr_gid == number }
        return KnownGroup(name: name, members: members, isLocal: isLocal)
    }

    func users(withFirst group: gid_t) -> Set<String> {
        setpwent()
        defer { endpwent() }
        var names: Set<String> = []
        while let user = getpwent() {
            if user.pointee.pw_gid == group { names.insert(String(cString: user.pointee.pw_name)) }
        }
        return names
    }

    private static func anyEntry<Entry>(
        of file: String, _ next: (UnsafeMutablePointer<FILE>) -> UnsafeMutablePointer<Entry>?,
        where fits: (Entry) -> Bool
    ) -> Bool {
        guard let stream = fopen(file, "re") else { return false }
        defer { fclose(stream) }
        while let entry = next(stream) { if fits(entry.pointee) { return true } }
        return false
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
}
