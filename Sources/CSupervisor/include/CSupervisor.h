#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// A process of its own between this one and a program of others: it ends the program and everything that the program has
// started when the program ends, when its time is over, when it is told to, and when this process has died.
//
// It is this process's own file, started once more: before `main`, a constructor looks whether that is meant.

/// What the supervisor has to do. Behind it lie texts, each with a NUL at its end: the folder to work in (or nothing), the
/// program's file, arguments, variables (NAME=VALUE), paths that it may read if it is confined; then secrets: the name with its NUL, eight bytes of length, and the bytes.
struct csupervisor_order {
    /// Milliseconds until the program is asked to end (SIGTERM); 0: no end.
    int64_t time_limit;
    /// Milliseconds from then on until it is killed.
    int64_t grace;
    /// Bytes of private memory, bytes of a file, open files, seconds of CPU (setrlimit(2)); 0: as they are.
    uint64_t memory;
    uint64_t file_size;
    uint64_t open_files;
    uint64_t cpu_seconds;
    /// Whether descendants with a session of their own live on: a program that prints a secret may start an agent.
    uint32_t spares_daemons;
    /// Whether it may leave a core file, as far as this process may.
    uint32_t keeps_core;
    /// Whether it is confined: it reads and runs what lies below some paths, writes into a TMPDIR of its own, and has no
    /// network.
    uint32_t is_confined;
    uint32_t arguments;
    uint32_t variables;
    uint32_t readable;
    uint32_t secrets;
};

/// What became of the program.
struct csupervisor_report {
    /// 0: it ended; else why it was never started (errno).
    int32_t error;
    /// What failed then: see `csupervisor_step`.
    int32_t step;
    /// As waitpid(2) gives it.
    int32_t status;
    /// Why it was ended: 0 of itself, else `csupervisor_cause`.
    int32_t cause;
};

enum csupervisor_step { CSUPERVISOR_PREPARING = 1, CSUPERVISOR_SECRETS, CSUPERVISOR_FOLDER, CSUPERVISOR_SANDBOX,
    CSUPERVISOR_PROGRAM };
enum csupervisor_cause { CSUPERVISOR_TIME_LIMIT = 1, CSUPERVISOR_TOLD };

/// What the supervisor is told by one byte; the end of its control connection means that nobody is left to tell.
enum csupervisor_word { CSUPERVISOR_END = 'E', CSUPERVISOR_KILL = 'K' };

/// Starts a supervisor with these three descriptors as standard streams of its program. 0, and `*control` (from which one
/// report can be read) and `*supervisor` (to be waited for); else errno. ENOTSUP: this code is not part of the program's
/// own file, but of a library that was loaded.
int csupervisor_start(
    const void *order, size_t size, int input, int output, int errors, int *control, pid_t *supervisor);

/// pipe2(2), which Swift does not show: both ends are closed when another program is started. 0, or -1 with errno.
int csupervisor_pipe(int ends[2]);

/// The version of Landlock (landlock(7)) that this kernel has; 0: none, so that no program can be confined.
int csupervisor_landlock_version(void);
