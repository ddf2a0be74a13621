/// The option that the value of a short form fills: `zenn:swift` is `{ type: zenn, topic: swift }`.
public struct MainOption: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The key of the option.
    public let key: String
    /// Options that the first character of a value chooses in its place: with `"@": "user"`, `zenn:@someone` is
    /// `{ type: zenn, user: "@someone" }`.
    public let marks: [Mark]

    /// A character at the beginning of a value, and the option that it chooses.
    public struct Mark: Sendable, Hashable {
        /// The character.
        public let sign: Character
        /// The key of the option.
        public let key: String

        /// Makes a mark.
        public init(_ sign: Character, _ key: String) { (self.sign, self.key) = (sign, key) }
    }

    /// Makes a main option of a key.
    public init(_ key: String, marks: [Mark] = []) { (self.key, self.marks) = (key, marks) }

    /// Makes a main option of a key.
    public init(stringLiteral key: String) { self.init(key) }

    /// Returns the key of the option that a value fills.
    func key(for value: String) -> String { marks.first { value.first == $0.sign }?.key ?? key }

    /// The keys that a value may fill.
    package var keys: [String] { [key] + marks.map(\.key) }
}
