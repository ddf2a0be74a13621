import Glibc
import Testing

@testable import FeedSystem

@Suite("whether a group that may write a file is one of strangers")
struct GroupJudgementTests {
    private struct Database: UserDatabase {
        var ownGroups: Set<gid_t> = [1000]
        var users: [uid_t: KnownUser] = [0: KnownUser(name: "root", firstGroup: 0, isLocal: true)]
        var groups: [gid_t: KnownGroup] = [:]
        /// Whether it lists every user, as a directory service need not.
        var listsUsers = true

        mutating func add(_ name: String, _ number: uid_t, group: gid_t, isLocal: Bool = true) {
            users[number] = KnownUser(name: name, firstGroup: group, isLocal: isLocal)
        }

        mutating func add(group name: String, _ number: gid_t, members: Set<String> = [], isLocal: Bool = true) {
            groups[number] = KnownGroup(name: name, members: members, isLocal: isLocal)
        }

        func user(_ number: uid_t) -> KnownUser? { users[number] }
        func group(_ number: gid_t) -> KnownGroup? { groups[number] }
        func users(withFirst group: gid_t) -> Set<String> {
            Set(users.values.filter { $0.firstGroup == group && (listsUsers || $0.isLocal) }.map(\.name))
        }
    }

    private func isHarmless(
        _ group: gid_t, in database: Database, user: uid_t = 1000, owner: uid_t = 1000, mayBeHidden: Bool = false
    ) -> Bool {
        GroupJudgement(database: database, user: user, owner: owner, mayBeHidden: mayBeHidden).isHarmless(group)
    }

    /// Alice with a group of her own.
    private var home: Database {
        var database = Database()
        database.add("alice", 1000, group: 1000)
        database.add(group: "alice", 1000)
        return database
    }

    @Test("a user's own group is harmless, and root's visit to her files as well")
    func own() {
        #expect(isHarmless(1000, in: home))
        #expect(isHarmless(1000, in: home, user: 0))
        #expect(!isHarmless(1000, in: home, user: 1001, owner: 0))
    }

    @Test("a group with another member, or that is another's first one, is one of strangers")
    func members() {
        var database = home
        database.add(group: "alice", 1000, members: ["alice", "www-data"])
        #expect(!isHarmless(1000, in: database))
        database = home
        database.add("bob", 1001, group: 1000)
        #expect(!isHarmless(1000, in: database))
        database = home
        database.add(group: "team", 1500, members: ["alice", "bob"])
        #expect(!isHarmless(1500, in: database))
    }

    @Test(
        "a renamed user, whose group has kept its name, and a user in a group of another name have no strangers in it")
    func renamed() {
        var database = Database()
        database.add("newname", 1000, group: 1000)
        database.add(group: "oldname", 1000)
        #expect(isHarmless(1000, in: database))
        database.add(group: "team", 1500, members: ["newname"])
        #expect(isHarmless(1500, in: database))
        database.add("bob", 1001, group: 1500)
        #expect(!isHarmless(1500, in: database))
    }

    @Test("who is in a group of a directory service, or has one as the first, is not known")
    func directory() {
        var database = Database()
        database.listsUsers = false
        database.add("alice", 1000, group: 5000, isLocal: false)
        database.add(group: "staff-of-all", 5000, isLocal: false)
        #expect(!isHarmless(5000, in: database))
        database.add(group: "staff-of-all", 5000, isLocal: true)
        #expect(!isHarmless(5000, in: database))
        database.groups[5000] = nil
        database.ownGroups = [5000]
        #expect(!isHarmless(5000, in: database))
        database.add(group: "alice", 5000, isLocal: false)
        #expect(isHarmless(5000, in: database))
    }

    @Test("a group without a name that was given to this process alone, as to a volume in Kubernetes, is harmless")
    func withoutName() {
        var database = Database()
        database.ownGroups = [0, 2000]
        #expect(isHarmless(2000, in: database, user: 1000, owner: 0))
        #expect(isHarmless(2000, in: database, user: 0, owner: 0))
        #expect(!isHarmless(2001, in: database, user: 1000, owner: 0))
        database.add("app", 1000, group: 1000)
        #expect(isHarmless(2000, in: database, user: 1000, owner: 0))
        database.add("other", 1001, group: 2000)
        #expect(!isHarmless(2000, in: database, user: 1000, owner: 0))
    }

    @Test("a number that stands for every group that a user namespace does not know is no known group")
    func hidden() {
        var database = Database()
        database.ownGroups = [0, 65534]
        #expect(!isHarmless(65534, in: database, user: 0, owner: 0, mayBeHidden: true))
        database.add("nobody", 65534, group: 65534)
        database.add(group: "nogroup", 65534)
        #expect(!isHarmless(65534, in: database, user: 0, owner: 65534, mayBeHidden: true))
        #expect(isHarmless(65534, in: database, user: 65534, owner: 0))
    }

    @Test("the system's own groups have those that they list")
    func system() {
        var database = home
        database.add(group: "staff", 50, isLocal: false)
        #expect(isHarmless(50, in: database))
        database.add(group: "staff", 50, members: ["bob"])
        #expect(!isHarmless(50, in: database))
    }

    @Test("this machine's own files are read: root is a user of it, with a group of it")
    func thisMachine() {
        #expect(SystemUsers().user(0)?.isLocal == true)
        #expect(SystemUsers().group(0)?.isLocal == true)
        #expect(SystemUsers().users(withFirst: 0).contains(SystemUsers().user(0)?.name ?? ""))
        #expect(SystemUsers().group(4_000_000_000)?.name == nil)
        #expect(SystemUsers().ownGroups.contains(getegid()))
    }
}
