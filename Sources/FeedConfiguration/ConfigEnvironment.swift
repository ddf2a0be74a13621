/// The world outside the file, as far as a configuration may look at it: variables, the file's folder, commands.
public struct ConfigEnvironment: Sendable {
    /// Environment variables, those of `env_file` among them.
    public var variables: [String: String]
    /// The folder against which relative paths are resolved.
    public var directory: String
    /// Whether `{ command: [] }` is executed; where not, its secret counts as missing and nothing is said.
    public var runsCommands: Bool

    /// Whether what such a command tells on its standard error goes to ours.
    package var passesMessages = true

    /// Makes an environment.
    public init(variables: [String: String] = [:], directory: String = ".", runsCommands: Bool = false) {
        self.variables = variables
        self.directory = directory
        self.runsCommands = runsCommands
    }

    /// `path` itself if absolute, else inside `directory`.
    public func resolve(path: String) -> String {
        let isPlain = path.utf8.first == UInt8(ascii: "/") || directory.isEmpty || directory == "."
        return isPlain ? path : directory + "/" + path
    }
}
