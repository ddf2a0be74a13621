/// The environment that a configuration may read: variables, the file's folder, programs.
public struct ConfigEnvironment: Sendable {
    /// Environment variables, with those of `env_file`.
    public var variables: [String: String]
    /// The folder that relative paths are resolved against.
    public var directory: String
    /// Whether `{ command: [] }` runs its program. If not, its secret counts as missing, without a report.
    public var runsCommands: Bool

    /// Whether the standard error of such a program is passed on to that of this process.
    package var passesMessages = true

    /// Makes an environment.
    public init(variables: [String: String] = [:], directory: String = ".", runsCommands: Bool = false) {
        self.variables = variables
        self.directory = directory
        self.runsCommands = runsCommands
    }

    /// Returns `path` itself if it is absolute, or else the path inside `directory`.
    public func resolve(path: String) -> String {
        let isPlain = path.utf8.first == UInt8(ascii: "/") || directory.isEmpty || directory == "."
        return isPlain ? path : directory + "/" + path
    }
}
