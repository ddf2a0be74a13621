import CLibXML2

/// XPath functions that count the siblings with the same name as the context node, which XPath 1.0 cannot express. With
/// a number as argument they stop counting there.
enum TypePlaces {
    /// Counts these siblings before the context node.
    static let beforeItself = "count-before-of-type"
    /// Counts these siblings behind the context node.
    static let afterItself = "count-behind-of-type"

    /// Registers the functions in a context. Returns false if memory runs out.
    static func register(in context: xmlXPathContextPtr) -> Bool {
        let before = xmlXPathRegisterFunc(context, beforeItself) { call, arguments in
            TypePlaces.answer(call, arguments) { $0.pointee.prev }
        }
        let behind = xmlXPathRegisterFunc(context, afterItself) { call, arguments in
            TypePlaces.answer(call, arguments) { $0.pointee.next }
        }
        return before == 0 && behind == 0
    }

    private static func answer(
        _ call: xmlXPathParserContextPtr?, _ arguments: Int32, next: (xmlNodePtr) -> xmlNodePtr?
    ) {
        guard let call, let context = call.pointee.context, let node = context.pointee.node else { return }
        guard arguments <= 1 else { return xmlXPathErr(call, Int32(XPATH_INVALID_ARITY.rawValue)) }
        let most = arguments == 1 ? xmlXPathPopNumber(call) : .infinity
        var count = 0.0
        // A namespace node of XPath is no real node in memory.
        var sibling = node.pointee.type == XML_ELEMENT_NODE ? next(node) : nil
        while let each = sibling, count < most {
            // Each sibling counts as one step, as on libxml2's own axes.
            context.pointee.opCount &+= 1
            if each.pointee.type == XML_ELEMENT_NODE, xmlStrEqual(each.pointee.name, node.pointee.name) == 1 {
                count += 1
            }
            sibling = next(each)
        }
        if context.pointee.opLimit != 0, context.pointee.opCount > context.pointee.opLimit {
            return xmlXPathErr(call, Int32(XPATH_OP_LIMIT_EXCEEDED.rawValue))
        }
        valuePush(call, xmlXPathNewFloat(count))
    }
}
