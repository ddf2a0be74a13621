// The write-class calls of libc, each of them with a look at what is to happen. What is no regular file or folder
// below the root (sockets, pipes, terminals) is left alone.
#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static uint64_t inode_of(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 ? status.st_ino : 0;
}

static int64_t refuse(struct verdict verdict) {
    leave(verdict);
    errno = verdict.error;
    return -1;
}

// Ends a call whose result is `result`, keeping its errno.
static int64_t done(struct verdict verdict, int64_t result) {
    int error = errno;
    leave(verdict);
    errno = error;
    return result;
}

static ssize_t write_at(const char *call, int descriptor, const void *bytes, size_t count, off_t offset, bool isPlaced) {
    char path[PATH_MAX];
    if (!path_of_descriptor(descriptor, path))
        return isPlaced ? syscall(SYS_pwrite64, descriptor, bytes, count, offset)
                        : syscall(SYS_write, descriptor, bytes, count);
    struct verdict verdict = enter(call, path);
    if (verdict.error) return refuse(verdict);
    if (verdict.is_short && count > 1) count /= 2;
    if (!isPlaced) offset = lseek(descriptor, 0, SEEK_CUR);
    ssize_t written = isPlaced ? syscall(SYS_pwrite64, descriptor, bytes, count, offset)
                               : syscall(SYS_write, descriptor, bytes, count);
    if (written > 0) journal("write", path, "", offset, written, inode_of(descriptor), bytes);
    return done(verdict, written);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    return write_at("write", descriptor, bytes, count, 0, false);
}
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    return write_at("pwrite64", descriptor, bytes, count, offset, true);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    return write_at("pwrite64", descriptor, bytes, count, offset, true);
}

static int synchronize(const char *call, long number, int descriptor) {
    char path[PATH_MAX];
    if (!path_of_descriptor(descriptor, path)) return syscall(number, descriptor);
    struct verdict verdict = enter(call, path);
    if (verdict.error) {
        journal("sync failed", path, "", 0, 0, inode_of(descriptor), NULL);
        return refuse(verdict);
    }
    // The journal is what counts; waiting for the disk would only take time.
    int result = getenv("SHIM_FAST") ? 0 : syscall(number, descriptor);
    if (result == 0) journal("sync", path, "", 0, 0, inode_of(descriptor), NULL);
    return done(verdict, result);
}

int fsync(int descriptor) { return synchronize("fsync", SYS_fsync, descriptor); }
int fdatasync(int descriptor) { return synchronize("fdatasync", SYS_fdatasync, descriptor); }

int ftruncate(int descriptor, off_t length) {
    char path[PATH_MAX];
    if (!path_of_descriptor(descriptor, path)) return syscall(SYS_ftruncate, descriptor, length);
    struct verdict verdict = enter("ftruncate", path);
    if (verdict.error) return refuse(verdict);
    int result = syscall(SYS_ftruncate, descriptor, length);
    if (result == 0) journal("truncate", path, "", 0, length, inode_of(descriptor), NULL);
    return done(verdict, result);
}
int ftruncate64(int descriptor, off64_t length) { return ftruncate(descriptor, length); }

static int open_at(int folder, const char *name, int flags, mode_t mode) {
    char path[PATH_MAX];
    if (!(flags & O_CREAT) || !path_of_name(folder, name, path)) return syscall(SYS_openat, folder, name, flags, mode);
    struct verdict verdict = enter("openat", path);
    if (verdict.error) return refuse(verdict);
    bool isNew = faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) != 0;
    int descriptor = syscall(SYS_openat, folder, name, flags, mode);
    if (descriptor >= 0 && isNew) journal("create", path, "", 0, 0, inode_of(descriptor), NULL);
    if (descriptor >= 0 && !isNew && flags & O_TRUNC) journal("truncate", path, "", 0, 0, inode_of(descriptor), NULL);
    return done(verdict, descriptor);
}

#define MODE_OF(flags)                                 \
    mode_t mode = 0;                                   \
    if ((flags) & (O_CREAT | O_TMPFILE)) {             \
        va_list rest;                                  \
        va_start(rest, flags);                         \
        mode = va_arg(rest, mode_t);                   \
        va_end(rest);                                  \
    }
int open(const char *name, int flags, ...) { MODE_OF(flags) return open_at(AT_FDCWD, name, flags, mode); }
int open64(const char *name, int flags, ...) { MODE_OF(flags) return open_at(AT_FDCWD, name, flags, mode); }
int openat(int folder, const char *name, int flags, ...) { MODE_OF(flags) return open_at(folder, name, flags, mode); }
int openat64(int folder, const char *name, int flags, ...) { MODE_OF(flags) return open_at(folder, name, flags, mode); }

int renameat(int from, const char *name, int to, const char *other) {
    char path[PATH_MAX], target[PATH_MAX];
    if (!path_of_name(from, name, path) || !path_of_name(to, other, target))
        return syscall(SYS_renameat, from, name, to, other);
    struct verdict verdict = enter("rename", target);
    if (verdict.error) return refuse(verdict);
    int result = syscall(SYS_renameat, from, name, to, other);
    if (result == 0) journal("rename", path, target, 0, 0, 0, NULL);
    return done(verdict, result);
}
int rename(const char *name, const char *other) { return renameat(AT_FDCWD, name, AT_FDCWD, other); }

int unlinkat(int folder, const char *name, int flags) {
    char path[PATH_MAX];
    if (!path_of_name(folder, name, path)) return syscall(SYS_unlinkat, folder, name, flags);
    struct verdict verdict = enter("unlink", path);
    if (verdict.error) return refuse(verdict);
    int result = syscall(SYS_unlinkat, folder, name, flags);
    if (result == 0) journal("unlink", path, "", 0, 0, 0, NULL);
    return done(verdict, result);
}
int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }

int mkdirat(int folder, const char *name, mode_t mode) {
    char path[PATH_MAX];
    if (!path_of_name(folder, name, path)) return syscall(SYS_mkdirat, folder, name, mode);
    struct verdict verdict = enter("mkdir", path);
    if (verdict.error) return refuse(verdict);
    int result = syscall(SYS_mkdirat, folder, name, mode);
    if (result == 0) journal("mkdir", path, "", 0, 0, 0, NULL);
    return done(verdict, result);
}
int mkdir(const char *name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }

int linkat(int from, const char *name, int to, const char *other, int flags) {
    char path[PATH_MAX], target[PATH_MAX];
    if (!path_of_name(from, name, path) || !path_of_name(to, other, target))
        return syscall(SYS_linkat, from, name, to, other, flags);
    struct verdict verdict = enter("link", target);
    if (verdict.error) return refuse(verdict);
    int result = syscall(SYS_linkat, from, name, to, other, flags);
    if (result == 0) journal("link", path, target, 0, 0, 0, NULL);
    return done(verdict, result);
}
int link(const char *name, const char *other) { return linkat(AT_FDCWD, name, AT_FDCWD, other, 0); }
