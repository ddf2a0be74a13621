import Glibc

/// Repeats a system call while a signal interrupts it (signal(7) §Interruption of system calls). Returns its result; -1
/// with `errno` set for any other error.
public func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}

/// `O_PATH` of <asm-generic/fcntl.h>, which Swift does not import: a descriptor that only refers to a file. The file is
/// not opened, and closing the descriptor drops no record locks.
public let pathOnly: Int32 = 0o10000000

/// Writes all bytes to a descriptor; false with `errno` set if a write fails. Blocks.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
        var rest = buffer[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            let count = retrying { write(descriptor, piece.baseAddress, piece.count) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

/// The working folder of the process, or `/` if it was removed.
package func currentFolder() -> String {
    guard let folder = getcwd(nil, 0) else { return "/" }
    defer { free(folder) }
    return String(cString: folder)
}
