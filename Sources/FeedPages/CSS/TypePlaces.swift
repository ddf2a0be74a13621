import CLibXML2

/// Functions of XPath that count the siblings called like the context node, for which XPath 1.0 has no words; with a number
/// they count no further than to it.
enum TypePlaces {
    /// How many of them stand before it.
    static let beforeItself = "count-before-of-type"
    /// How many of them stand behind it.
    static let afterItself = "count-behind-of-type"

    /// Lets expressions that are evaluated in a context call them; false if there is no memory for that.
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
        // A namespace, which XPath has for a node, is none in memory.
        var sibling = node.pointee.type == XML_ELEMENT_NODE ? next(node) : nil
        while let each = sibling, count < most {
            // Each sibling is a step, as it is for libxml2's own axes.
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
