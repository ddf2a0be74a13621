// Gumbo 0.10.1 checks no allocation, limits no depth, and takes time that grows with the square of the depth and of a tag's
// attributes. So all of its memory comes from here, out of one stretch of addresses that is given back at once, and a tree
// that needs too much is left where it stands: a jump out of the allocator passes over frames of Gumbo alone, which own
// nothing but that memory.
#include "CGumbo.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

enum { ALIGNMENT = 16, NODES_PER_LOOK = 32, ALLOCATIONS_PER_LOOK = 256 };

struct walk {
    /// Where it is.
    const GumboNode *node;
    /// Whether `node` was entered.
    bool is_inside;
    /// The text of `node`, or its name: one that is kept elsewhere, or `name`.
    const char *text;
    char name[256];
};

struct cgumbo_tree {
    GumboOutput *output;
    char *memory;
    size_t used;
    /// The piece that was taken last, or NULL.
    const void *newest;
    size_t allocations;
    size_t nodes;
    /// Pieces of an attribute's size since the last node.
    size_t attributes;
    /// The last piece that had a node's size, or NULL: whether it is one, Gumbo does not say.
    const GumboNode *last;
    struct cgumbo_limits limits;
    double deadline;
    jmp_buf given_up;
    struct walk walk;
};

static double thread_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/// Whether a node may lie there: a text of a node's size has no parent.
static bool may_be_node(const cgumbo_tree *tree, const GumboNode *node) {
    uintptr_t place = (uintptr_t)node, start = (uintptr_t)tree->memory;
    return place % ALIGNMENT == 0 && place >= start && place < start + tree->used
        && start + tree->used - place >= sizeof(GumboNode);
}

/// Whether more nodes than allowed stand above the last one.
static bool is_too_deep(const cgumbo_tree *tree) {
    const GumboNode *node = tree->last;
    for (uint32_t depth = 0; may_be_node(tree, node); node = node->parent) {
        if (++depth > tree->limits.depth) return true;
    }
    return false;
}

static void *allocate(void *userdata, size_t size) {
    cgumbo_tree *tree = userdata;
    bool is_node = size == sizeof(GumboNode);
    if (is_node) tree->attributes = 0;
    if (size == sizeof(GumboAttribute) && ++tree->attributes > tree->limits.attributes) longjmp(tree->given_up, 1);
    if (is_node && ++tree->nodes % NODES_PER_LOOK == 0 && is_too_deep(tree)) longjmp(tree->given_up, 1);
    if (++tree->allocations % ALLOCATIONS_PER_LOOK == 0 && thread_seconds() > tree->deadline) longjmp(tree->given_up, 1);
    if (size >= tree->limits.memory - tree->used) longjmp(tree->given_up, 1);
    // No two pieces have the same place.
    if (size == 0) size = 1;
    char *piece = tree->memory + tree->used;
    size_t rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    size_t left = tree->limits.memory - tree->used;
    tree->used += rounded < left ? rounded : left;
    if (is_node) tree->last = (const GumboNode *)piece;
    tree->newest = piece;
    return piece;
}

/// Much is made for one token alone: what was taken last is given back.
static void deallocate(void *userdata, void *piece) {
    cgumbo_tree *tree = userdata;
    if (!piece || piece != tree->newest) return;
    tree->used = (size_t)((char *)piece - tree->memory);
    tree->newest = NULL;
    if (piece == tree->last) tree->last = NULL;
}

cgumbo_tree *cgumbo_build(const char *page, size_t length, struct cgumbo_limits limits) {
    cgumbo_tree *tree = calloc(1, sizeof *tree);
    if (!tree) return NULL;
    void *memory = mmap(NULL, limits.memory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        free(tree);
        return NULL;
    }
    tree->memory = memory;
    tree->limits = limits;
    tree->deadline = thread_seconds() + limits.cpu_seconds;
    if (setjmp(tree->given_up)) {
        cgumbo_free(tree);
        return NULL;
    }
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = allocate;
    options.deallocator = deallocate;
    options.userdata = tree;
    // Errors are not asked for, and each would take memory.
    options.max_errors = 0;
    tree->output = gumbo_parse_with_options(&options, page, length);
    tree->walk.node = tree->output->document;
    return tree;
}

void cgumbo_free(cgumbo_tree *tree) {
    munmap(tree->memory, tree->limits.memory);
    free(tree);
}

static const GumboVector *children(const GumboNode *node) {
    switch (node->type) {
        case GUMBO_NODE_DOCUMENT: return &node->v.document.children;
        case GUMBO_NODE_ELEMENT: return &node->v.element.children;
        // In browsers its contents belong to no page: scripts take copies, with what is to stand in `{{title}}` filled in.
        case GUMBO_NODE_TEMPLATE: return &kGumboEmptyVector;
        default: return NULL;
    }
}

/// Notes the name of an element. Gumbo has none for elements that it does not know, and what a page calls them is in any
/// case.
static void note_name(struct walk *walk) {
    const GumboElement *element = &walk->node->v.element;
    GumboStringPiece written = element->original_tag;
    gumbo_tag_from_original_text(&written);
    const char *name = NULL;
    if (element->tag_namespace == GUMBO_NAMESPACE_SVG && written.data) name = gumbo_normalize_svg_tagname(&written);
    if (!name && element->tag != GUMBO_TAG_UNKNOWN) name = gumbo_normalized_tagname(element->tag);
    if (name) {
        walk->text = name;
        return;
    }
    size_t length = written.length < sizeof walk->name - 1 ? written.length : sizeof walk->name - 1;
    // Not in the middle of a character.
    while (length < written.length && length > 0 && (written.data[length] & 0xC0) == 0x80) length--;
    for (size_t place = 0; place < length; place++) {
        char byte = written.data[place];
        walk->name[place] = byte >= 'A' && byte <= 'Z' ? byte + 32 : byte ? byte : '?';
    }
    walk->name[length] = 0;
    walk->text = walk->name;
}

enum cgumbo_kind cgumbo_next(cgumbo_tree *tree) {
    struct walk *walk = &tree->walk;
    while (true) {
        const GumboNode *next = NULL;
        const GumboVector *inside = walk->is_inside ? NULL : children(walk->node);
        if (inside && inside->length > 0) {
            next = inside->data[0];
        } else if (inside && walk->node->type != GUMBO_NODE_DOCUMENT) {
            walk->is_inside = true;
            return CGUMBO_CLOSE;
        } else {
            const GumboNode *above = walk->node->parent;
            if (!above || walk->node->type == GUMBO_NODE_DOCUMENT) return CGUMBO_END;
            const GumboVector *siblings = children(above);
            size_t place = walk->node->index_within_parent + 1;
            if (place >= siblings->length) {
                walk->node = above;
                walk->is_inside = true;
                if (above->type == GUMBO_NODE_DOCUMENT) return CGUMBO_END;
                return CGUMBO_CLOSE;
            }
            next = siblings->data[place];
        }
        walk->node = next;
        walk->is_inside = false;
        switch (next->type) {
            case GUMBO_NODE_ELEMENT:
            case GUMBO_NODE_TEMPLATE:
                note_name(walk);
                return CGUMBO_OPEN;
            case GUMBO_NODE_TEXT:
            case GUMBO_NODE_CDATA:
            case GUMBO_NODE_WHITESPACE:
                walk->text = next->v.text.text;
                return CGUMBO_TEXT;
            default: break;
        }
    }
}

const char *cgumbo_text(const cgumbo_tree *tree) { return tree->walk.text; }

static const GumboVector *attributes(const cgumbo_tree *tree) { return &tree->walk.node->v.element.attributes; }

uint32_t cgumbo_attribute_count(const cgumbo_tree *tree) { return attributes(tree)->length; }

static const GumboAttribute *attribute(const cgumbo_tree *tree, uint32_t place) { return attributes(tree)->data[place]; }

const char *cgumbo_attribute_name(const cgumbo_tree *tree, uint32_t place) { return attribute(tree, place)->name; }
const char *cgumbo_attribute_value(const cgumbo_tree *tree, uint32_t place) { return attribute(tree, place)->value; }
