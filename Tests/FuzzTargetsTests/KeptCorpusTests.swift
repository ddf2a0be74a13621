import FeedStages
import FeedSystem
import FuzzTargets
import Glibc
import Testing

@Suite("Inputs kept from fuzzing")
struct KeptCorpusTests {
    @Test("break no promise of what reads them", arguments: FuzzTarget.allCases)
    func kept(_ target: FuzzTarget) async {
        let names = Corpus.names(for: target)
        #expect(!names.isEmpty)
        for name in names {
            let input = Corpus.bytes(name, for: target)
            let promise = await onThreadOfItsOwn { target.brokenPromise(by: input) }
            #expect(promise == nil, "\(name)")
        }
    }

    /// Some targets wait for servers or disks, which a cooperative thread must not.
    private func onThreadOfItsOwn(_ work: @escaping @Sendable () -> String?) async -> String? {
        await withCheckedContinuation { continuation in
            if !startDetachedThread({ continuation.resume(returning: work()) }) {
                continuation.resume(returning: "no thread")
            }
        }
    }
}

/// The files in `Fuzzing/Corpus`, a folder a target.
private enum Corpus {
    static func names(for target: FuzzTarget) -> [String] {
        guard let folder = opendir(path(target)) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    static func bytes(_ name: String, for target: FuzzTarget) -> [UInt8] {
        guard let file = fopen("\(path(target))/\(name)", "rb") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return bytes
    }

    private static func path(_ target: FuzzTarget) -> String {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(root)/Fuzzing/Corpus/\(target.rawValue)"
    }
}
