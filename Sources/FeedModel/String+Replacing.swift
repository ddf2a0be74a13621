extension StringProtocol {
    /// Returns the text with `new` wherever the bytes of `old` stand, for escaping.
    ///
    /// `replacing` compares characters: a quote with a combining mark behind it is another character to it, and a quote
    /// to every program that reads bytes.
    package func replacingBytes(_ old: String, with new: String) -> String {
        let (input, wanted) = (Array(utf8), Array(old.utf8))
        guard let first = wanted.first else { return String(self) }
        var output: [UInt8] = []
        output.reserveCapacity(input.count)
        var index = 0
        while index < input.count {
            if input[index] == first, input[index...].starts(with: wanted) {
                output += new.utf8
                index += wanted.count
            } else {
                output.append(input[index])
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
