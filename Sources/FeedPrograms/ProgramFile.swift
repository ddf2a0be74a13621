package import FeedMessages
import FeedSystem
import Glibc

/// Finds the file of a program, and explains why it could not be started.
public enum ProgramFile {
    /// The folders that are searched if there is no `PATH`.
    private static let standardPath = "/usr/bin:/bin"

    /// Returns the path of a program. A name with a slash is relative to `folder`; any other name is searched in the
    /// absolute folders of `path`. Nil if none of them has it. Blocks.
    public static func path(of name: String, in folder: String, searching path: String?) -> String? {
        if name.utf8.contains(UInt8(ascii: "/")) {
            return name.utf8.first == UInt8(ascii: "/") || folder.isEmpty ? name : folder + "/" + name
        }
        guard !name.isEmpty else { return nil }
        for place in (path ?? standardPath).split(separator: ":") where place.utf8.first == UInt8(ascii: "/") {
            let file = place + "/" + name
            var status = stat()
            if access(file, X_OK) == 0, stat(file, &status) == 0, FileKind(of: status.st_mode) == .regular {
                return file
            }
        }
        return nil
    }

    /// Why a program certainly could not be started now, as far as its file shows it: the end of a sentence that begins
    /// with its name. Nil if nothing is wrong with it. Takes what `path(of:in:searching:)` takes. Blocks.
    package static func problem(of name: String, in folder: String, searching path: String?) -> LocalizedText? {
        guard let file = Self.path(of: name, in: folder, searching: path) else { return .message("program.nowhere") }
        var status = stat()
        guard stat(file, &status) == 0 else { return reason(errno, of: file) }
        guard FileKind(of: status.st_mode) == .regular, access(file, X_OK) == 0 else { return reason(EACCES, of: file) }
        guard let line = firstLine(of: file) else { return nil }
        let interpreter = line.split(separator: " ").first.map(String.init) ?? ""
        return interpreter.hasPrefix("/") && access(interpreter, F_OK) != 0 ? reason(ENOENT, of: file) : nil
    }

    /// Explains the error `number` (errno) of starting a file: the end of a sentence that begins with its name. Blocks.
    static func reason(_ number: Int32, of file: String) -> LocalizedText {
        switch number {
        case ENOENT, ENOTDIR:
            guard access(file, F_OK) == 0 else { return .message("program.no_such_file") }
            // The kernel reports the same error for the file and for its interpreter.
            let firstLine = firstLine(of: file)
            // An invisible carriage return at its end makes it the name of another interpreter.
            if firstLine?.utf8.last == 0x0D { return .message("program.carriage_return") }
            let interpreter = firstLine?.split(separator: " ").first
            return .message("program.no_interpreter", interpreter.map { ["program": MessageArgument($0)] } ?? [:])
        case EACCES:
            var status = stat()
            if stat(file, &status) == 0, FileKind(of: status.st_mode) != .regular {
                return .message("program.wrong_kind", ["kind": .message(FileKind(of: status.st_mode).text)])
            }
            return access(file, X_OK) == 0 ? notStarted(number) : .message("program.not_executable")
        case ENOEXEC: return .message("program.not_a_program")
        default: return notStarted(number)
        }
    }

    /// Explains an error with the system's text only.
    static func notStarted(_ number: Int32) -> LocalizedText {
        .message("program.not_started", ["reason": words(number)])
    }

    /// The system's text for an error.
    static func words(_ number: Int32) -> MessageArgument { .text(String(cString: strerror(number))) }

    /// The first line of a script after its `#!`; nil if the file is no script. Only 256 bytes are read.
    static func firstLine(of file: String) -> String? {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        guard count > 2, bytes.starts(with: "#!".utf8) else { return nil }
        return String(decoding: bytes[2..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
