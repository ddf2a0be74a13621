public import FeedMessages
import FeedSystem

/// A program of others that is to be run once: never a shell's line, but a file and its arguments.
public struct Program: Sendable {
    /// The program and its arguments as people wrote them. A program without a slash is looked for in `PATH` of the
    /// variables, any other one is relative to the folder.
    public var words: [String]
    /// The folder that it works in; empty: that of this process.
    public var folder: String
    /// All the variables that it has.
    public var variables: [String: String]
    /// Files by their names, in a folder of mode 0700 that `CREDENTIALS_DIRECTORY` names and that is gone afterwards.
    public var secrets: [String: [UInt8]] = [:]
    /// What it can read on its standard input.
    public var input: [UInt8] = []
    /// What it may take.
    public var limits = ProgramLimits()

    /// Whether it is confined: it can read the system's files, those of its interpreter and of its own folder, write
    /// into a `TMPDIR` of its own, and has no network. It cannot be started where the kernel has no Landlock.
    public var isConfined = false
    /// Why it cannot be started on this machine, known before: the end of a sentence that begins with its name. Nil:
    /// nothing is known.
    public var startProblem: LocalizedText?

    /// Makes one that reads nothing.
    public init(_ words: [String], in folder: String, variables: [String: String]) {
        self.words = words
        self.folder = folder
        self.variables = variables
    }

    /// The first word, as it is told to people.
    public var name: String { words.first ?? "" }

    /// Its file if it is no other one than the first word says.
    package var path: String?

    /// Its file, absolute; nil if there is none, which is said of a name without a slash alone.
    var file: String? {
        guard let file = path ?? ProgramFile.path(of: name, in: folder, searching: variables["PATH"]) else {
            return nil
        }
        // It is started after the folder was entered.
        return file.utf8.first == UInt8(ascii: "/") ? file : currentFolder() + "/" + file
    }
}

/// What a program may take.
public struct ProgramLimits: Sendable, Hashable {
    /// How long it may work; then it is asked to end (SIGTERM).
    public var time = Duration.seconds(30)
    /// How long it may take to end.
    public var grace = Duration.seconds(5)
    /// Bytes of its standard output.
    public var output = 64 << 20
    /// Whether its standard output is read and forgotten, however much it is.
    public var forgetsOutput = false
    /// Bytes of private memory of each of its processes (RLIMIT_DATA), or nil: as many as this process may have.
    public var memory: Int? = 1 << 30
    /// Bytes of a file that it writes, or nil.
    public var fileSize: Int? = 1 << 30
    /// Files open at a time, or nil.
    public var openFiles: Int? = 1024
    /// Seconds of a processor of each of its processes, or nil.
    public var processorSeconds: Int?
    /// Whether what it starts in a session of its own lives on.
    package var sparesDaemons = false
    /// Whether it may leave a core file, as far as this process may.
    package var keepsCore = false

    /// The usual ones.
    public init() {}
}

/// What became of a program.
public struct ProgramOutcome: Sendable, Hashable {
    /// How it ended.
    public var ending: ProgramEnding
    /// What it wrote to its standard output, as far as it was read.
    public var output: [UInt8]
    /// The last lines of its standard error, at most `mostLines`, as they came: the text of others.
    public var messages: [String]

    /// Lines of its standard error that are kept.
    public static let mostLines = 5

    /// Makes one.
    public init(_ ending: ProgramEnding, output: [UInt8] = [], messages: [String] = []) {
        self.ending = ending
        self.output = output
        self.messages = messages
    }
}

/// How a program ended.
public enum ProgramEnding: Sendable, Hashable {
    /// By itself, with this exit status.
    case exited(Int)
    /// By a signal that was none of ours.
    case signalled(Int)
    /// It was ended: its time was over.
    case tooSlow
    /// It was ended: it wrote more than it may.
    case tooMuchOutput
    /// It was ended: nobody wants its answer any more.
    case stopped
    /// It was never started, for this reason: the end of a sentence that begins with its name.
    case notStarted(LocalizedText)
    /// Nobody can tell: what watched over it was killed.
    case lost
}
