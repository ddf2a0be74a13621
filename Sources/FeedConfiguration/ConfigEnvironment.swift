/// The world outside the file, as far as a configuration may look at it: variables and the file's folder.
public struct ConfigEnvironment: Sendable {
    /// Environment variables, those of `env_file` among them.
    public var variables: [String: String]
    /// The folder against which relative paths are resolved.
    public var directory: String

    /// Makes an environment.
    public init(variables: [String: String] = [:], directory: String = ".") {
        self.variables = variables
        self.directory = directory
    }
}
