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

static inline void cxml_free(void *pointer) { xmlFree(pointer); }
