// Where a call is, and what is to happen to it.
//
//   SHIM_ROOT     only what lies below this folder counts
//   SHIM_POINTS   a file that gets a line for every point: `call path number`, digits in paths being '#'
//   SHIM_FAULT    `call path number kind`; kind: kill-before, kill-after, short, full (short, then ENOSPC for good),
//                 or the name of an errno
//   SHIM_STOP     the process dies at the call with this number, counted over all calls
#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MAX_POINTS = 4096, MAX_NAME = 512 };

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static struct {
    char name[MAX_NAME];
    int count;
} points[MAX_POINTS];
static long calls;
static bool is_full;

static bool is_below_root(const char *path) {
    const char *root = getenv("SHIM_ROOT");
    size_t length = root ? strlen(root) : 0;
    return length > 0 && strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == 0);
}

bool path_of_descriptor(int descriptor, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length <= 0) return false;
    path[length] = 0;
    return is_below_root(path);
}

bool path_of_name(int folder, const char *name, char *path) {
    char beginning[PATH_MAX] = "";
    if (name[0] != '/') {
        if (folder == AT_FDCWD) {
            if (!getcwd(beginning, sizeof beginning)) return false;
        } else {
            char link[64];
            snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
            ssize_t length = readlink(link, beginning, sizeof beginning - 1);
            if (length <= 0) return false;
            beginning[length] = 0;
        }
        strncat(beginning, "/", sizeof beginning - strlen(beginning) - 1);
    }
    snprintf(path, PATH_MAX, "%.*s%s", (int)(PATH_MAX - 1 - strlen(name)), beginning, name);
    return is_below_root(path);
}

// The path below the root, with what changes from run to run taken out.
static void name_point(const char *call, const char *path, char *name) {
    const char *below = path + strlen(getenv("SHIM_ROOT"));
    const char *last = strrchr(below, '/');
    if (last && strncmp(last, "/.kawaraban-", 12) == 0 && strstr(last, ".tmp")) below = "/temporary";
    snprintf(name, MAX_NAME, "%s %s", call, *below ? below + 1 : ".");
    for (char *letter = name + strlen(call); *letter; letter++) {
        if (*letter >= '0' && *letter <= '9') *letter = '#';
    }
}

static int count_point(const char *name) {
    for (int index = 0; index < MAX_POINTS; index++) {
        if (points[index].name[0] == 0) strcpy(points[index].name, name);
        if (strcmp(points[index].name, name) == 0) return ++points[index].count;
    }
    return 0;
}

static void note_point(const char *line) {
    const char *file = getenv("SHIM_POINTS");
    if (!file) return;
    int descriptor = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (descriptor < 0) return;
    syscall(SYS_write, descriptor, line, strlen(line));
    syscall(SYS_close, descriptor);
}

static int error_named(const char *name) {
    static const struct { const char *name; int number; } errors[] = {
        {"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EDQUOT", EDQUOT}, {"EINTR", EINTR}, {"EROFS", EROFS}, {"EMFILE", EMFILE},
    };
    for (size_t index = 0; index < sizeof errors / sizeof *errors; index++) {
        if (strcmp(errors[index].name, name) == 0) return errors[index].number;
    }
    fprintf(stderr, "shim: unknown fault %s\n", name);
    _exit(99);
}

static bool takes_room(const char *call) {
    return strcmp(call, "unlink") != 0 && strcmp(call, "ftruncate") != 0 && strcmp(call, "rename") != 0;
}

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

struct verdict enter(const char *call, const char *path) {
    pthread_mutex_lock(&turn);
    struct verdict verdict = {0};
    char name[MAX_NAME], line[MAX_NAME + 32];
    name_point(call, path, name);
    snprintf(line, sizeof line, "%s %d\n", name, count_point(name));
    note_point(line);
    const char *stop = getenv("SHIM_STOP"), *fault = getenv("SHIM_FAULT");
    calls++;
    if (stop && calls == atol(stop)) die();
    if (is_full && takes_room(call)) verdict.error = ENOSPC;
    size_t length = strlen(line) - 1;
    if (fault && strncmp(fault, line, length) == 0 && fault[length] == ' ') {
        const char *kind = fault + length + 1;
        note_point("fired\n");
        if (strcmp(kind, "kill-before") == 0) die();
        else if (strcmp(kind, "kill-after") == 0) verdict.kills_after = true;
        else if (strcmp(kind, "short") == 0) verdict.is_short = true;
        else if (strcmp(kind, "full") == 0) {
            is_full = true;
            if (strstr(call, "write")) verdict.is_short = true;
            else verdict.error = ENOSPC;
        } else verdict.error = error_named(kind);
    }
    return verdict;
}

void leave(struct verdict verdict) {
    if (verdict.kills_after) die();
    pthread_mutex_unlock(&turn);
}
