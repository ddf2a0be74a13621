public import FeedMessages

/// A user's own rules for a page (CSS), which come after the page's. They load nothing.
public struct PageStyle: Sendable, Hashable {
    /// The rules, without `</style`.
    let text: String

    /// The most bytes of such rules.
    public static let mostBytes = 65_536

    /// Checks the bytes of a file. Throws the first mistake.
    public init(_ bytes: [UInt8]) throws(StyleFault) {
        var bytes = bytes[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw StyleFault(reason: .notText, line: 1)
        }
        var check = StyleCheck(text)
        try check.run()
        self.text = text
    }
}

/// Why a page cannot have some rules.
public struct StyleFault: Error, Hashable {
    /// What is wrong.
    public enum Reason: Sendable, Hashable {
        /// The bytes are not UTF-8, or have a NUL.
        case notText
        /// `</style` would end the page's own element.
        case endTag
        /// `@import` would load another file.
        case importRule
        /// An address other than `data:image/…`.
        case address
        /// A function that loads or runs something.
        case function(String)
        /// A comment, a text or a bracket has no end, or a bracket no beginning.
        case unfinished
    }

    /// What is wrong.
    public let reason: Reason
    /// The line, counted from 1.
    public let line: Int

    /// Describes the mistake; the sentence calls the file `file`.
    public func text(of file: String) -> LocalizedText {
        let arguments: [String: MessageArgument] = ["file": .text(file), "line": .number(line)]
        return switch reason {
        case .notText: .message("style.not_text", arguments)
        case .endTag: .message("style.end_tag", arguments)
        case .importRule: .message("style.import", arguments)
        case .address: .message("style.address", arguments)
        case .function(let name): .message("style.function", arguments.merging(["name": .text(name)]) { $1 })
        case .unfinished: .message("style.unfinished", arguments)
        }
    }
}
