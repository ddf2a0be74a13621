import CLibXML2

/// The record that gives libxml2 the replacement of an entity reference. It is reused for every reference.
struct EntityRecord: ~Copyable {
    private let record = UnsafeMutablePointer<xmlEntity>.allocate(capacity: 1)
    private let content = UnsafeMutablePointer<UInt8>.allocate(capacity: DeclaredEntities.longest + 1)

    init() {
        record.initialize(to: xmlEntity())
        content.initialize(repeating: 0, count: DeclaredEntities.longest + 1)
    }

    deinit {
        record.deallocate()
        content.deallocate()
    }

    /// An entity that keeps the reference as it is.
    func reference(_ name: UnsafePointer<UInt8>) -> UnsafeMutablePointer<xmlEntity> {
        begin(name)
        record.pointee.etype = XML_INTERNAL_GENERAL_ENTITY
        return record
    }

    /// An entity whose replacement is one character.
    func character(_ name: UnsafePointer<UInt8>, _ value: UInt32) -> UnsafeMutablePointer<xmlEntity>? {
        guard let scalar = Unicode.Scalar(value) else { return nil }
        return text(name) { content in
            var length = 0
            for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                content[length] = byte
                length += 1
            }
            content[length] = 0
            return length
        }
    }

    /// An entity whose replacement is a text. `write` fills the buffer with the text and a zero byte, and returns the
    /// text's length, or nil.
    func text(
        _ name: UnsafePointer<UInt8>, write: (UnsafeMutablePointer<UInt8>) -> Int?
    ) -> UnsafeMutablePointer<xmlEntity>? {
        guard let length = write(content) else { return nil }
        begin(name)
        record.pointee.etype = XML_INTERNAL_PREDEFINED_ENTITY
        record.pointee.content = content
        record.pointee.length = Int32(length)
        return record
    }

    private func begin(_ name: UnsafePointer<UInt8>) {
        record.pointee = xmlEntity()
        record.pointee.type = XML_ENTITY_DECL
        record.pointee.name = name
    }
}
