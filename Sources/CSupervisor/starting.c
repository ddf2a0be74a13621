// The host's side: starts its own executable once more, as a supervisor.
#define _GNU_SOURCE
#include "CSupervisor.h"
#include "marker.h"
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static int contains_this_code(struct dl_phdr_info *object, size_t size, void *answer) {
    (void)size;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        uintptr_t begin = object->dlpi_addr + part->p_vaddr;
        uintptr_t here = (uintptr_t)&contains_this_code;
        if (part->p_type == PT_LOAD && here >= begin && here - begin < part->p_memsz) *(int *)answer = 1;
    }
    return 1; // Stops after the first object, which is the program itself (dl_iterate_phdr(3)).
}

/// Copies a descriptor to a number above those of the supervisor's own descriptors; -1 with errno.
static int out_of_the_way(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 16); }

static int spawn(const int own[5], pid_t *supervisor) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    for (int i = 0; i < 5 && !error; i++) error = posix_spawn_file_actions_adddup2(&actions, own[i], i);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    // With its own session, the program gets no signals from the host's terminal.
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    char *arguments[] = {MARKER, NULL};
    char *variables[] = {NULL};
    if (!error) error = posix_spawn(supervisor, "/proc/self/exe", &actions, &attributes, arguments, variables);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int csupervisor_start(
    const void *order, size_t size, int input, int output, int errors, int *control, pid_t *supervisor) {
    int is_own = 0;
    dl_iterate_phdr(contains_this_code, &is_own);
    if (!is_own) return ENOTSUP;
    int ends[2] = {-1, -1}, own[5] = {-1, -1, -1, -1, -1}, error = 0;
    // Memory instead of a file, because the order may hold secrets.
    int text = memfd_create("kawaraban-order", MFD_CLOEXEC);
    if (text < 0) return errno;
    for (size_t written = 0; written < size;) {
        ssize_t count = write(text, (const char *)order + written, size - written);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            error = count < 0 ? errno : EIO;
            break;
        }
        written += (size_t)count;
    }
    if (!error && socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) error = errno;
    const int given[5] = {input, output, errors, text, ends[1]};
    for (int i = 0; i < 5 && !error; i++) {
        own[i] = out_of_the_way(given[i]);
        if (own[i] < 0) error = errno;
    }
    if (!error) error = spawn(own, supervisor);
    for (int i = 0; i < 5; i++) if (own[i] >= 0) close(own[i]);
    if (ends[1] >= 0) close(ends[1]);
    close(text);
    if (error && ends[0] >= 0) close(ends[0]);
    if (!error) *control = ends[0];
    return error;
}

int csupervisor_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
