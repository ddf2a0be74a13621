import Glibc

/// The names of users and groups for messages. Blocks: it may ask directory services.
enum DisplayName {
    /// Returns `alice (uid 1001)`, or `1001` if the number has no name.
    static func user(_ number: uid_t) -> String {
        userName(number).map { "\($0) (uid \(number))" } ?? String(number)
    }

    /// Returns `staff (gid 50)`, or `50` if the number has no name.
    static func group(_ number: gid_t) -> String {
        let name = lookUp {
            getgrgid_r(number, $0, $1, $2, $3)
        } name: {
            $0.gr_name
        }
        return name.map { "\($0) (gid \(number))" } ?? String(number)
    }

    /// Returns a user as an argument of programs such as chown(1): the name, or the number if it has no name.
    static func argument(_ number: uid_t) -> String { userName(number) ?? String(number) }

    private static func userName(_ number: uid_t) -> String? {
        lookUp {
            getpwuid_r(number, $0, $1, $2, $3)
        } name: {
            $0.pw_name
        }
    }

    /// The largest entry, in bytes. A group's entry lists all its members.
    private static let largestEntry = 1 << 20

    private typealias Call<Entry> = (
        _ entry: UnsafeMutablePointer<Entry>, _ buffer: UnsafeMutablePointer<CChar>, _ size: Int,
        _ result: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
    ) -> Int32

    private static func lookUp<Entry>(_ call: Call<Entry>, name: (Entry) -> UnsafeMutablePointer<CChar>?) -> String? {
        let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
        defer { entry.deallocate() }
        var size = 4096
        while size <= largestEntry {
            let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
            defer { buffer.deallocate() }
            var found: UnsafeMutablePointer<Entry>?
            let failure = call(entry, buffer, size, &found)
            if failure == ERANGE {
                size *= 4
                continue
            }
            return failure == 0 ? found.flatMap { name($0.pointee) }.map { String(cString: $0) } : nil
        }
        return nil
    }
}
