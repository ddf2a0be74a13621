import Glibc

/// The one interface of an empty network namespace.
enum LoopbackInterface {
    // <linux/sockios.h>, <net/if.h>
    private static let getFlags: UInt = 0x8913
    private static let setFlags: UInt = 0x8914
    private static let setAddress: UInt = 0x8916
    private static let isUp: UInt16 = 1

    /// Whether there is no other interface: nothing that is done here can reach a real network.
    static var isAlone: Bool {
        guard let list = if_nameindex() else { return false }
        defer { if_freenameindex(list) }
        var names: [String] = []
        var next = list
        while let name = next.pointee.if_name {
            names.append(String(cString: name))
            next += 1
        }
        return names == ["lo"]
    }

    static func raise() -> Bool {
        var request = Request("lo")
        return withSocket(AF_INET) { socket in
            guard request.perform(getFlags, on: socket) else { return false }
            request.flags |= isUp
            return request.perform(setFlags, on: socket)
        }
    }

    /// Gives it one more address; false if the system does not take it.
    static func add(_ address: String) -> Bool {
        address.contains(":") ? add(v6: address) : add(v4: address)
    }

    private static func add(v4 text: String) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        guard inet_pton(AF_INET, text, &address.sin_addr) == 1 else { return false }
        // Each address is an interface of its own to this call: "lo:1", "lo:2" …
        for number in 1..<1000 {
            var request = Request("lo:\(number)")
            let isTaken = withSocket(AF_INET) { request.perform(0x8915, on: $0) }  // SIOCGIFADDR
            if isTaken { continue }
            var wanted = Request("lo:\(number)")
            wanted.address = address
            return withSocket(AF_INET) { wanted.perform(setAddress, on: $0) }
        }
        return false
    }

    private static func add(v6 text: String) -> Bool {
        // struct in6_ifreq of <linux/ipv6.h>: address, prefix length, index of the interface.
        var request = [UInt8](repeating: 0, count: 24)
        guard inet_pton(AF_INET6, text, &request) == 1 else { return false }
        let index = if_nametoindex("lo")
        request.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: 128, toByteOffset: 16, as: UInt32.self)
            bytes.storeBytes(of: index, toByteOffset: 20, as: UInt32.self)
        }
        guard withSocket(AF_INET6, { ioctl($0, setAddress, &request) == 0 }) else { return false }
        // Linux takes it at once and lets it be used a moment later, on a thread of its own (addrconf_dad_work).
        for _ in 0..<10_000 {
            if isUsable(v6: request) { return true }
            usleep(1000)
        }
        return false
    }

    /// Whether somebody could listen at an address and be reached there.
    private static func isUsable(v6 address: [UInt8]) -> Bool {
        var place = sockaddr_in6()
        place.sin6_family = sa_family_t(AF_INET6)
        place.sin6_port = UInt16(9).bigEndian
        withUnsafeMutableBytes(of: &place.sin6_addr) { $0.copyBytes(from: address.prefix(16)) }
        return withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                let size = socklen_t(MemoryLayout<sockaddr_in6>.size)
                return withSocket(AF_INET6) { bind($0, place, size) == 0 && connect($0, place, size) == 0 }
            }
        }
    }

    /// struct ifreq of <net/if.h>: a name of 16 bytes, then what the call is about.
    private struct Request {
        private var bytes = [UInt8](repeating: 0, count: 40)

        init(_ name: String) { for (index, byte) in name.utf8.prefix(15).enumerated() { bytes[index] = byte } }

        var flags: UInt16 {
            get { bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 16, as: UInt16.self) } }
            set { bytes.withUnsafeMutableBytes { $0.storeBytes(of: newValue, toByteOffset: 16, as: UInt16.self) } }
        }

        var address: sockaddr_in {
            get { bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 16, as: sockaddr_in.self) } }
            set { bytes.withUnsafeMutableBytes { $0.storeBytes(of: newValue, toByteOffset: 16, as: sockaddr_in.self) } }
        }

        mutating func perform(_ call: UInt, on socket: Int32) -> Bool { ioctl(socket, call, &bytes) == 0 }
    }

    private static func withSocket(_ family: Int32, _ body: (Int32) -> Bool) -> Bool {
        let descriptor = socket(family, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return body(descriptor)
    }
}
