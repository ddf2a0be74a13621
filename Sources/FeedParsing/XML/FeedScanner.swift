import FeedModel

/// Receives libxml2's events and keeps the known fields, one entry at a time.
///
/// A struct behind a pointer costs least in C callbacks. `ElementName` knows the elements; `FeedMapping` and
/// `EntryMapping` know their meaning.
struct FeedScanner: ~Copyable {
    let limits: ParsingLimits
    /// Whether the parser's output is valid UTF-8: it met no error and skips none.
    var isWellFormed: Bool
    var names = NameCache()
    /// Fields outside entries.
    var channel = WireScope()
    /// Fields of the current entry.
    var item = WireScope()
    /// Base addresses and languages; fields refer to them by index. The first ones belong to the document.
    var bases: [DocumentBase]
    var languages: [String?] = [nil]
    private(set) var root = ElementName.other
    private(set) var rootName: String?
    private(set) var rootNamespace: String?
    private(set) var hasRSS09Names = false
    /// Whether elements were nested deeper than the limit. The repair then removes their tags.
    private(set) var isTooDeep = false
    private(set) var cutFields = 0
    private(set) var surplusEntries = 0
    var entries: [Entry] = []
    var emptyEntries = 0
    /// Bytes that resolving against long bases may still add.
    var baseAllowance = 32 << 20

    /// Counts of the repairs made while fields are read.
    let repairCounts = RepairCounts()

    private var depth = 0
    private var isInItem = false
    /// The index of the open field in each scope, or -1.
    private var channelField: Int32 = -1
    private var itemField: Int32 = -1
    /// Open elements inside an unknown element, counting that element.
    private var skipped = 0
    private var skippedAroundItem = 0
    private var baseAroundItem: Int32 = 0
    /// Open elements inside a text, which are markup.
    private var markupDepth = 0
    private var baseStack: [(depth: Int, index: Int32)] = [(0, 0)]
    private var languageStack: [(depth: Int, index: Int32)] = [(0, 0)]
    /// The depth of the innermost `xml:base` or `xml:lang`.
    private var inheritedDepth = 0

    init(base: String?, limits: ParsingLimits, isWellFormed: Bool) {
        self.limits = limits
        self.isWellFormed = isWellFormed
        bases = [DocumentBase(base)]
    }

    /// Whether the root element of a feed was opened and closed. It is false for any other root.
    var hasEnded: Bool { depth == 0 && root != .other }
    private var base: Int32 { baseStack[baseStack.count - 1].index }
    private var language: Int32 { languageStack[languageStack.count - 1].index }

    // MARK: Events

    /// Handles a start tag. Returns false if the document is nested too deep.
    mutating func start(_ element: XMLElement) -> Bool {
        depth += 1
        guard depth <= limits.depth else {
            isTooDeep = true
            return false
        }
        if markupDepth > 0 {
            beginMarkup(element)
            return true
        }
        if skipped > 0, isInItem {
            skipped += 1
            return true
        }
        let name = names.element(element.local, element.prefix, element.uri)
        if !isInItem, name == .item || name == .entry {
            beginItem(name, element)
            return true
        }
        guard skipped == 0 else {
            skipped += 1
            return true
        }
        guard let parent = current else {
            beginRoot(name, element)
            return true
        }
        if !parent.holdsFields {
            beginMarkup(element)
        } else if name == .other {
            skipped = 1
        } else if fieldCount >= WireScope.mostFields {
            cutFields += 1
            skipped = 1
        } else {
            push(name, element)
        }
        return true
    }

    mutating func end(_ element: XMLElement) {
        depth -= 1
        if markupDepth > 0 {
            endMarkup(element)
        } else if skipped > 0 {
            skipped -= 1
        } else if isInItem {
            itemField = item.fields[Int(itemField)].parent
            if itemField < 0 { completeItem() }
        } else if channelField >= 0 {
            channelField = channel.fields[Int(channelField)].parent
        }
        if inheritedDepth > depth { leave() }
    }

    /// Appends text to the open field of the entry, else of the channel. Text in a skipped element is dropped.
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard skipped == 0 || markupDepth > 0 else { return }
        if isInItem {
            if !item.appendText(bytes, to: Int(itemField), limit: limits.field) { cutFields += 1 }
        } else if channelField >= 0 {
            if !channel.appendText(bytes, to: Int(channelField), limit: limits.field) { cutFields += 1 }
        }
    }

    // MARK: Steps

    // Inlined, or the whole scanner is copied for the call.
    @inline(__always)
    private var current: ElementName? {
        if isInItem { return item.fields[Int(itemField)].name }
        return channelField < 0 ? nil : channel.fields[Int(channelField)].name
    }

    @inline(__always)
    private var fieldCount: Int { isInItem ? item.fields.count : channel.fields.count }

    private mutating func beginRoot(_ name: ElementName, _ element: XMLElement) {
        if rootName == nil { rootName = NameCache.text(element.local) }
        enter(element)
        let name = name == .other && depth == 1 ? names.root(element.local, element.prefix, element.uri) : name
        guard name == .rss || name == .rdf || name == .feed || name == .channel else { return }
        setRoot(name, element)
        enterBase(element)
        channelField = channel.add(name, element, parent: -1, base: base, language: language, &names)
    }

    private mutating func setRoot(_ name: ElementName, _ element: XMLElement) {
        guard root == .other else { return }
        root = name
        rootNamespace = element.uri.map(NameCache.text)
    }

    private mutating func beginItem(_ name: ElementName, _ element: XMLElement) {
        if root == .other {
            // A single entry as root is a feed of one entry (RFC 4287 §2). Any other item outside a root is ignored.
            if rootName == nil { rootName = NameCache.text(element.local) }
            guard depth == 1, name == .entry else { return }
            setRoot(.feed, element)
        }
        baseAroundItem = base
        enter(element)
        enterBase(element)
        skippedAroundItem = skipped
        skipped = 0
        item.clear()
        isInItem = true
        itemField = item.add(name, element, parent: -1, base: base, language: language, &names)
    }

    private mutating func push(_ name: ElementName, _ element: XMLElement) {
        enter(element)
        if isInItem {
            itemField = item.add(name, element, parent: itemField, base: base, language: language, &names)
        } else {
            if name == .channel, let uri = element.uri.map(NameCache.text), uri.contains("rdf/simple/0.9") {
                hasRSS09Names = true
            }
            if name == .channel { enterBase(element) }
            channelField = channel.add(
                name, element, parent: channelField, base: base, language: language, &names)
        }
    }

    private mutating func completeItem() {
        isInItem = false
        skipped = skippedAroundItem
        guard entries.count < limits.entries else {
            surplusEntries += 1
            return
        }
        if entries.isEmpty, emptyEntries == 0 { takeBaseFromLinks() }
        spendOnBase()
        let isAtom = root == .feed
        let entry = item.withView { EntryMapping.read(reader($0), isAtom: isAtom) }
        if let entry { entries.append(entry) } else { emptyEntries += 1 }
    }

    /// A reader for one of the scopes.
    func reader(_ scope: WireView) -> WireReader {
        WireReader(
            scope: scope, bases: bases, languages: languages, limits: limits, isWellFormed: isWellFormed,
            outerBase: baseAroundItem, repairCounts: repairCounts)
    }

    private mutating func withCurrentField(_ change: (inout WireScope, Int, Int) -> Bool) {
        var isWhole = true
        if isInItem {
            isWhole = change(&item, Int(itemField), limits.field)
        } else if channelField >= 0 {
            isWhole = change(&channel, Int(channelField), limits.field)
        }
        if !isWhole { cutFields += 1 }
    }

    // MARK: Markup inside texts

    private mutating func beginMarkup(_ element: XMLElement) {
        enter(element)
        markupDepth += 1
        let base = self.base
        let bases = self.bases
        let hasPrefix = hasPrefix(element)
        withCurrentField { scope, index, limit in
            // An `xml:base` inside the text applies only to its elements, so their addresses are resolved now.
            let own = scope.fields[index].base == base ? nil : bases[Int(base)]
            return scope.appendStart(of: element, hasPrefix: hasPrefix, to: index, base: own, limit: limit)
        }
    }

    private mutating func endMarkup(_ element: XMLElement) {
        let hasPrefix = hasPrefix(element)
        withCurrentField { scope, index, limit in
            scope.appendEnd(of: element, hasPrefix: hasPrefix, to: index, limit: limit)
        }
        markupDepth -= 1
        guard markupDepth == 0 else { return }
        withCurrentField { scope, index, _ in
            scope.fields[index].escapesText = scope.fields[index].isXHTML
            return true
        }
    }

    /// Whether an element keeps its prefix as HTML. A prefix of the XHTML namespace is dropped.
    private mutating func hasPrefix(_ element: XMLElement) -> Bool {
        element.prefix != nil && names.namespace(element.prefix, element.uri) != .xhtml
    }

    // MARK: xml:base and xml:lang

    private mutating func enter(_ element: XMLElement) {
        for attribute in element.attributes {
            guard let prefix = attribute.prefix, prefix[0] == UInt8(ascii: "x"), prefix[1] == UInt8(ascii: "m"),
                prefix[2] == UInt8(ascii: "l"), prefix[3] == 0
            else { continue }
            switch names.attribute(attribute.local, attribute.prefix) {
            case .base:
                addBase(attribute.text)
            case .lang:
                languages.append(attribute.text)
                languageStack.append((depth, Int32(truncatingIfNeeded: languages.count - 1)))
                inheritedDepth = depth
            default: break
            }
        }
    }

    /// CDF has an attribute BASE without a prefix.
    private mutating func enterBase(_ element: XMLElement) {
        guard root == .channel else { return }
        for attribute in element.attributes where attribute.prefix == nil {
            if names.attribute(attribute.local, nil) == .base { addBase(attribute.text) }
        }
    }

    private mutating func addBase(_ reference: String) {
        let outer = bases[Int(base)]
        let inner = baseAllowance < 0 ? nil : outer.resolve(reference).flatMap { DocumentBase(hierarchical: $0) }
        bases.append(inner ?? outer)
        baseStack.append((depth, Int32(truncatingIfNeeded: bases.count - 1)))
        inheritedDepth = depth
    }

    private mutating func leave() {
        while let last = baseStack.last, last.depth > depth { baseStack.removeLast() }
        while let last = languageStack.last, last.depth > depth { languageStack.removeLast() }
        inheritedDepth = max(baseStack.last?.depth ?? 0, languageStack.last?.depth ?? 0)
    }
}
