#pragma once
// The C library's types stay its own: what gumbo.h includes would count as CGumbo's in every module above.
#ifdef __swift__
#pragma clang module import SwiftGlibc
#endif
#include <gumbo.h>
#include <stddef.h>
#include <stdint.h>

/// What building one tree may take.
struct cgumbo_limits {
    /// Bytes of memory.
    size_t memory;
    /// Levels of nodes.
    uint32_t depth;
    /// Attributes of a tag.
    uint32_t attributes;
    /// Seconds of this thread's CPU.
    double cpu_seconds;
};

/// A tree, and all the memory that it lies in.
typedef struct cgumbo_tree cgumbo_tree;

/// Builds the tree of a page in UTF-8, which must outlive it; NULL where a limit was reached or memory ran out.
cgumbo_tree *cgumbo_build(const char *page, size_t length, struct cgumbo_limits limits);

/// Frees the tree with everything in it.
void cgumbo_free(cgumbo_tree *tree);

/// What comes next on the way through a tree.
enum cgumbo_kind { CGUMBO_OPEN, CGUMBO_CLOSE, CGUMBO_TEXT, CGUMBO_END };

/// Goes on with the one walk over all elements and texts of a tree, in the order of the page, and tells what is there;
/// comments are passed over. It begins at the document.
enum cgumbo_kind cgumbo_next(cgumbo_tree *tree);

/// The text that is there, or the name of the element in the case of its standard, with a NUL at its end; until the walk goes
/// on. Names are cut at 255 bytes.
const char *cgumbo_text(const cgumbo_tree *tree);

/// How many attributes the element has that was opened.
uint32_t cgumbo_attribute_count(const cgumbo_tree *tree);

/// Name and value of an attribute of the element that was opened, each with a NUL at its end.
const char *cgumbo_attribute_name(const cgumbo_tree *tree, uint32_t place);
const char *cgumbo_attribute_value(const cgumbo_tree *tree, uint32_t place);
