public import FeedMessages
import FeedSystem

/// An external program to be run once: a file and its arguments, never a shell's command line.
public struct Program: Sendable {
    /// The program and its arguments as the user wrote them. A program without a slash is searched in the `PATH` of
    /// `variables`; any other one is relative to `folder`.
    public var words: [String]
    /// The program's working folder; empty: that of this process.
    public var folder: String
    /// The program's whole environment.
    public var variables: [String: String]
    /// Secret files by name. They lie in a folder of mode 0700, which `CREDENTIALS_DIRECTORY` names and which is
    /// removed afterwards.
    public var secrets: [String: [UInt8]] = [:]
    /// The bytes of the program's standard input.
    public var input: [UInt8] = []
    /// The program's limits of time, output, memory and files.
    public var limits = ProgramLimits()

    /// Whether the program is confined. A confined program can read the system's files, those of its interpreter and of
    /// its own folder, can write into its own `TMPDIR`, and has no network. It cannot be started if the kernel has no
    /// Landlock.
    public var isConfined = false
    /// Why the program cannot be started on this machine, if that is known before: the end of a sentence that begins
    /// with its name. Nil: nothing is known.
    public var startProblem: LocalizedText?

    /// Makes a program with empty input and the default limits.
    public init(_ words: [String], in folder: String, variables: [String: String]) {
        self.words = words
        self.folder = folder
        self.variables = variables
    }

    /// The first word of `words`, for messages; empty if there is none.
    public var name: String { words.first ?? "" }

    /// The program's file, if that is not the one that the first word names.
    package var path: String?

    /// The program's absolute file; nil if a name without a slash is not found. A name with a slash is not checked.
    var file: String? {
        guard let file = path ?? ProgramFile.path(of: name, in: folder, searching: variables["PATH"]) else {
            return nil
        }
        // The supervisor enters the folder before it starts the file.
        return file.utf8.first == UInt8(ascii: "/") ? file : currentFolder() + "/" + file
    }
}

/// The limits of a program's run.
public struct ProgramLimits: Sendable, Hashable {
    /// The time until the program is asked to end (SIGTERM).
    public var time = Duration.seconds(30)
    /// The time from SIGTERM until the program is killed.
    public var grace = Duration.seconds(5)
    /// The most bytes of the program's standard output; more end the program.
    public var output = 64 << 20
    /// Whether the program's standard output is read and discarded, without a limit.
    public var forgetsOutput = false
    /// The most bytes of private memory of each process of the program (RLIMIT_DATA); nil: the caller's own limit.
    public var memory: Int? = 1 << 30
    /// The most bytes of each file that the program writes (RLIMIT_FSIZE); nil: the caller's own limit.
    public var fileSize: Int? = 1 << 30
    /// The most open files of each process of the program at a time (RLIMIT_NOFILE); nil: the caller's own limit.
    public var openFiles: Int? = 1024
    /// The most seconds of CPU time of each process of the program (RLIMIT_CPU); nil: the caller's own limit.
    public var processorSeconds: Int?
    /// Whether processes that the program starts in their own session are left running.
    package var sparesDaemons = false
    /// Whether the program may write a core file, if the caller may.
    package var keepsCore = false

    /// Makes the default limits.
    public init() {}
}

/// The result of a program's run.
public struct ProgramOutcome: Sendable, Hashable {
    /// How the program ended.
    public var ending: ProgramEnding
    /// The program's standard output, as far as it was read.
    public var output: [UInt8]
    /// The last lines of the program's standard error, at most `mostLines`, unchanged: text that must not be trusted.
    public var messages: [String]

    /// The most lines of standard error in `messages`.
    public static let mostLines = 5

    /// Makes an outcome.
    public init(_ ending: ProgramEnding, output: [UInt8] = [], messages: [String] = []) {
        self.ending = ending
        self.output = output
        self.messages = messages
    }
}

/// How a program ended.
public enum ProgramEnding: Sendable, Hashable {
    /// The program ended by itself, with this exit status (0...255).
    case exited(Int)
    /// The program was ended by this signal, which did not come from us.
    case signalled(Int)
    /// We ended the program: its time was over.
    case tooSlow
    /// We ended the program: it wrote more than its limit.
    case tooMuchOutput
    /// We ended the program: its task was cancelled.
    case stopped
    /// The program was never started; with the reason as the end of a sentence that begins with its name.
    case notStarted(LocalizedText)
    /// Unknown: the program's supervisor was killed.
    case lost
}
