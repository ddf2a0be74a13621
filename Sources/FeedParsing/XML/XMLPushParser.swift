import CLibXML2

/// Runs libxml2's SAX2 push parser over UTF-8 and sends its events to a `FeedScanner`.
///
/// It uses no network and no files, because the handlers that load them are not set. Of the document's own entities it
/// expands only short texts.
enum XMLPushParser {
    struct Outcome: ~Copyable {
        var scanner: FeedScanner
        /// Whether the parser met no error. Namespace errors do not count.
        var isWellFormed: Bool
    }

    /// Parses to the end or to the first error. With `recovers` it continues after errors.
    static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, into scanner: consuming FeedScanner, recovers: Bool
    ) -> Outcome {
        // With recovery the repair has already limited the attributes.
        guard recovers || !CrowdedTag.exists(in: bytes) else { return Outcome(scanner: scanner, isWellFormed: false) }
        _ = isReady
        let run = UnsafeMutablePointer<XMLRun>.allocate(capacity: 1)
        let excerpts = UnsafeMutablePointer<Excerpts>.allocate(capacity: 1)
        excerpts.initialize(to: Excerpts(document: bytes))
        run.initialize(to: XMLRun(scanner: scanner, excerpts: excerpts))
        defer {
            run.deallocate()
            excerpts.deinitialize(count: 1)
            excerpts.deallocate()
        }
        var handler = Self.handler
        guard let context = xmlCreatePushParserCtxt(&handler, run, nil, 0, nil) else {
            return Outcome(scanner: run.move().scanner, isWellFormed: false)
        }
        defer { xmlFreeParserCtxt(context) }
        run.pointee.context = context
        let recovery = recovers ? XML_PARSE_RECOVER.rawValue : 0
        xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue | recovery))
        // Otherwise libxml2 guesses another encoding from zeros at the start.
        context.pointee.charset = XML_CHAR_ENCODING_UTF8.rawValue
        // With recovery it is unknown where libxml2 continues after an error.
        guard var feeder = OutlineFeeder(bytes, to: context, takesOut: !recovers) else {
            return Outcome(scanner: run.move().scanner, isWellFormed: false)
        }
        feeder.feed(excerpts)
        let isWellFormed = context.pointee.wellFormed == 1 && !run.pointee.isGivenUp
        return Outcome(scanner: run.move().scanner, isWellFormed: isWellFormed)
    }

    private static let isReady: Bool = {
        xmlInitParser()
        return true
    }()

    private static var handler: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = XML_SAX2_MAGIC
        handler.startElementNs = { user, local, prefix, uri, declared, _, count, _, attributes in
            guard let local, let run = XMLRun.pointer(user) else { return }
            let element = XMLElement(
                local: local, prefix: prefix, uri: uri,
                attributes: XMLAttributes(pointers: attributes, count: Int(count)))
            if !run.pointee.scanner.start(element) { run.pointee.stop() }
            if declared > 0 { run.pointee.checkNamespaces() }
        }
        handler.endElementNs = { user, local, prefix, uri in
            guard let local, let run = XMLRun.pointer(user) else { return }
            run.pointee.scanner.end(XMLElement(local: local, prefix: prefix, uri: uri, attributes: .none))
        }
        handler.attributeDecl = { user, _, _, _, _, _, values in
            xmlFreeEnumeration(values)
            XMLRun.pointer(user)?.pointee.recordDeclaredAttribute()
        }
        handler.characters = { user, text, count in XMLRun.receive(text, count, user) }
        handler.ignorableWhitespace = handler.characters
        handler.cdataBlock = handler.characters
        handler.processingInstruction = { user, target, _ in
            guard let target, let run = XMLRun.pointer(user) else { return }
            run.pointee.receiveInstruction(target)
        }
        handler.entityDecl = { user, name, type, _, _, content in
            guard let name, let content, type == Int32(XML_INTERNAL_GENERAL_ENTITY.rawValue),
                let run = XMLRun.pointer(user)
            else { return }
            run.pointee.declared.declare(name, as: content)
        }
        handler.getEntity = { user, name in
            guard let name, let run = XMLRun.pointer(user) else { return nil }
            return run.pointee.entity(name)
        }
        handler.reference = { user, name in
            guard let name, let run = XMLRun.pointer(user) else { return }
            run.pointee.receiveUnknownEntity(name)
        }
        handler.serror = { user, error in
            guard let error, error.pointee.level != XML_ERR_WARNING, let run = XMLRun.pointer(user) else { return }
            run.pointee.recordError()
        }
        return handler
    }
}

/// The state behind libxml2's user-data pointer during one parse.
private struct XMLRun: ~Copyable {
    var scanner: FeedScanner
    var context: xmlParserCtxtPtr?
    var declared = DeclaredEntities()
    /// Whether parsing stopped because the document costs too much.
    private(set) var isGivenUp = false
    private var errors = 0
    private var declaredAttributes = 0
    private var record = EntityRecord()
    private let excerpts: UnsafeMutablePointer<Excerpts>

    init(scanner: consuming FeedScanner, excerpts: UnsafeMutablePointer<Excerpts>) {
        self.scanner = scanner
        self.excerpts = excerpts
    }

    /// Handles a processing instruction: ours stands for a long text that was taken out.
    mutating func receiveInstruction(_ target: UnsafePointer<UInt8>) {
        guard OutlineFeeder.isTarget(target) else { return }
        if let text = excerpts.pointee.removeFirst() { scanner.text(text) }
    }

    static func pointer(_ user: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLRun>? {
        user?.assumingMemoryBound(to: XMLRun.self)
    }

    static func receive(_ text: UnsafePointer<UInt8>?, _ count: Int32, _ user: UnsafeMutableRawPointer?) {
        guard let text, count > 0, let run = pointer(user) else { return }
        run.pointee.scanner.text(UnsafeBufferPointer(start: text, count: Int(count)))
    }

    func stop() {
        if let context { xmlStopParser(context) }
    }

    mutating func recordError() {
        errors += 1
        if errors > scanner.limits.errors { stop() }
    }

    /// libxml2 searches linearly for a prefix among all namespaces in scope.
    mutating func checkNamespaces() {
        guard let context, context.pointee.nsNr > 2 * CrowdedTag.most else { return }
        giveUp()
    }

    /// A declared attribute can have a default value, which libxml2 adds to every element of that name.
    mutating func recordDeclaredAttribute() {
        declaredAttributes += 1
        if declaredAttributes > 16 { giveUp() }
    }

    private mutating func giveUp() {
        isGivenUp = true
        stop()
    }

    /// The replacement of an entity: one of HTML's named characters, declared or not, or a short text that the document
    /// declares.
    ///
    /// In attributes libxml2 would keep only the first byte of a character. The reference therefore stays, and
    /// `XMLAttributeEvent.text` decodes it.
    mutating func entity(_ name: UnsafePointer<UInt8>) -> UnsafeMutablePointer<xmlEntity>? {
        let isInAttribute = context?.pointee.instate == XML_PARSER_ATTRIBUTE_VALUE
        if let found = htmlEntityLookup(name) {
            return isInAttribute ? record.reference(name) : record.character(name, found.pointee.value)
        }
        guard !isInAttribute else { return nil }
        return record.text(name) { declared.write(name, to: $0) }
    }

    mutating func receiveUnknownEntity(_ name: UnsafePointer<UInt8>) {
        var text = "&" + String(cString: name) + ";"
        text.withUTF8 { scanner.text($0) }
    }
}
