/// The entities that a document type declares (XML 1.0 §4.2.1).
///
/// Only short plain texts: nothing inside them is expanded, nothing is loaded, and their total output is limited.
struct DeclaredEntities {
    /// Bytes of a value, at most.
    static let longest = 255
    private static let most = 256

    private var values: [String: [UInt8]] = [:]
    /// Bytes that references may still add to the document.
    private var allowance = 1 << 20

    /// Records a declaration; the first of each name counts. Character references in `value` are already replaced.
    mutating func declare(_ name: UnsafePointer<UInt8>, as value: UnsafePointer<UInt8>) {
        var bytes: [UInt8] = []
        while value[bytes.count] != 0 {
            let byte = value[bytes.count]
            guard bytes.count < Self.longest, byte != UInt8(ascii: "&"), byte != UInt8(ascii: "<") else { return }
            bytes.append(byte)
        }
        let name = NameCache.text(name)
        if values.count < Self.most, values[name] == nil { values[name] = bytes }
    }

    /// Writes the value and a zero byte to `buffer`. Returns the length without the zero; nil if there is no value.
    mutating func write(_ name: UnsafePointer<UInt8>, to buffer: UnsafeMutablePointer<UInt8>) -> Int? {
        guard !values.isEmpty, let value = values[NameCache.text(name)], value.count <= allowance else { return nil }
        allowance -= value.count
        for (index, byte) in value.enumerated() { buffer[index] = byte }
        buffer[value.count] = 0
        return value.count
    }
}
