#pragma once
#include <libxml/xmlversion.h>
// Debian's libxml2 headers would pull in <unicode/ucnv.h>, which clashes with Swift's _FoundationICU.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/dict.h>
#include <libxml/HTMLparser.h>
#include <libxml/HTMLtree.h>
#include <libxml/tree.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <iconv.h>

/// Frees what libxml2 allocated. Its variable `xmlFree` cannot be used, as the release binary has no variables of a library
/// that it loads later.
static inline void cxml_free(void *pointer) {
    xmlFreeFunc release = NULL;
    if (xmlMemGet(&release, NULL, NULL, NULL) == 0 && release) release(pointer);
}

static inline void cxml_ignore(void *context, const char *message, ...) {
    (void)context;
    (void)message;
}

/// Of functions that it does not know, XPath tells by this thread's printer, whatever handler its context has.
static inline void cxml_print_nothing(void) { xmlSetGenericErrorFunc(NULL, cxml_ignore); }
