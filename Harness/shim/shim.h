// What stands between kawaraban (with its libraries) and the kernel when a harness preloads it.
#ifndef SHIM_H
#define SHIM_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What is to happen at a call.
struct verdict {
    int error;         // this errno instead of the call, or 0
    bool is_short;     // half of the bytes only
    bool kills_after;  // the process dies when the call has been made
};

// True for paths within SHIM_ROOT; all others are none of our business. Both fill `path` (PATH_MAX bytes).
bool path_of_descriptor(int descriptor, char *path);
bool path_of_name(int folder, const char *name, char *path);

// One call at a time from enter() to leave(): the order in the journal is the order on the disk.
struct verdict enter(const char *call, const char *path);
void leave(struct verdict verdict);

// Notes what was done: `data` may be NULL.
void journal(const char *operation, const char *path, const char *other, int64_t offset, int64_t length, uint64_t inode,
             const void *data);

#endif
