#include <libxml/HTMLparser.h>
#include <libxml/HTMLtree.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

#define LIBRARY "libxml2.so.2"
#define WHAT "documents"

#define FUNCTIONS(F) \
    F(const htmlEntityDesc *, htmlEntityLookup, (const xmlChar *name), (name)) \
    F(htmlDocPtr, htmlNewDocNoDtD, (const xmlChar *address, const xmlChar *external), (address, external)) \
    F(htmlDocPtr, htmlReadMemory, (const char *text, int size, const char *url, const char *encoding, int options), \
      (text, size, url, encoding, options)) \
    F(int, valuePush, (xmlXPathParserContextPtr context, xmlXPathObjectPtr value), (context, value)) \
    F(xmlParserCtxtPtr, xmlCreatePushParserCtxt, \
      (xmlSAXHandlerPtr handler, void *user, const char *chunk, int size, const char *name), \
      (handler, user, chunk, size, name)) \
    F(int, xmlCtxtUseOptions, (xmlParserCtxtPtr context, int options), (context, options)) \
    F(xmlDictPtr, xmlDictCreate, (void), ()) \
    F(xmlNodePtr, xmlDocGetRootElement, (const xmlDoc *document), (document)) \
    F(void, xmlFreeDoc, (xmlDocPtr document), (document)) \
    F(void, xmlFreeEnumeration, (xmlEnumerationPtr values), (values)) \
    F(void, xmlFreeNode, (xmlNodePtr node), (node)) \
    F(void, xmlFreeParserCtxt, (xmlParserCtxtPtr context), (context)) \
    F(void, xmlInitParser, (void), ()) \
    F(int, xmlMemGet, (xmlFreeFunc *release, xmlMallocFunc *make, xmlReallocFunc *change, xmlStrdupFunc *copy), \
      (release, make, change, copy)) \
    F(xmlNodePtr, xmlNewDocNode, (xmlDocPtr document, xmlNsPtr space, const xmlChar *name, const xmlChar *content), \
      (document, space, name, content)) \
    F(xmlNodePtr, xmlNewDocText, (const xmlDoc *document, const xmlChar *content), (document, content)) \
    F(xmlAttrPtr, xmlNewNsProp, (xmlNodePtr node, xmlNsPtr space, const xmlChar *name, const xmlChar *value), \
      (node, space, name, value)) \
    F(int, xmlParseChunk, (xmlParserCtxtPtr context, const char *chunk, int size, int is_last), \
      (context, chunk, size, is_last)) \
    F(void, xmlSetGenericErrorFunc, (void *context, xmlGenericErrorFunc handler), (context, handler)) \
    F(void, xmlStopParser, (xmlParserCtxtPtr context), (context)) \
    F(int, xmlStrEqual, (const xmlChar *one, const xmlChar *other), (one, other)) \
    F(void, xmlUnlinkNode, (xmlNodePtr node), (node)) \
    F(xmlChar *, xmlXPathCastToString, (xmlXPathObjectPtr value), (value)) \
    F(xmlXPathObjectPtr, xmlXPathCompiledEval, (xmlXPathCompExprPtr expression, xmlXPathContextPtr context), \
      (expression, context)) \
    F(xmlXPathCompExprPtr, xmlXPathCtxtCompile, (xmlXPathContextPtr context, const xmlChar *text), (context, text)) \
    F(void, xmlXPathErr, (xmlXPathParserContextPtr context, int error), (context, error)) \
    F(void, xmlXPathFreeCompExpr, (xmlXPathCompExprPtr expression), (expression)) \
    F(void, xmlXPathFreeContext, (xmlXPathContextPtr context), (context)) \
    F(void, xmlXPathFreeObject, (xmlXPathObjectPtr value), (value)) \
    F(xmlXPathContextPtr, xmlXPathNewContext, (xmlDocPtr document), (document)) \
    F(xmlXPathObjectPtr, xmlXPathNewFloat, (double number), (number)) \
    F(xmlXPathObjectPtr, xmlXPathNewNodeSet, (xmlNodePtr node), (node)) \
    F(void, xmlXPathNodeSetSort, (xmlNodeSetPtr nodes), (nodes)) \
    F(double, xmlXPathPopNumber, (xmlXPathParserContextPtr context), (context)) \
    F(int, xmlXPathRegisterFunc, (xmlXPathContextPtr context, const xmlChar *name, xmlXPathFunction function), \
      (context, name, function)) \
    F(int, xmlXPathRegisterVariable, (xmlXPathContextPtr context, const xmlChar *name, xmlXPathObjectPtr value), \
      (context, name, value))

#include "lazy.h"
