#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// A separate process between this one and an external program. It ends everything that the program has started when the
// program ends. It ends the program, too, when its time is over, when it is told to, and when this process has died.
//
// It is this process's own executable, started once more. A constructor recognises that before `main`.

/// The task of the supervisor. After this struct come texts, each with a NUL at its end: the working folder (or an
/// empty text), the program's file, its arguments, its variables (NAME=VALUE), and the paths that a confined program
/// may read. Then come the secrets: the name with its NUL, the length in eight bytes, and the bytes.
struct csupervisor_order {
    /// Milliseconds until the program is asked to end (SIGTERM); 0: no limit.
    int64_t time_limit;
    /// Milliseconds from that request until the program is killed.
    int64_t grace;
    /// Limits (setrlimit(2)): bytes of private memory, bytes of a file, open files, seconds of CPU time; 0: unchanged.
    uint64_t memory;
    uint64_t file_size;
    uint64_t open_files;
    uint64_t cpu_seconds;
    /// Whether descendants with their own session are left running: a program that prints a secret may start an agent.
    uint32_t spares_daemons;
    /// Whether the program may write a core file, if this process may.
    uint32_t keeps_core;
    /// Whether the program is confined: it reads and runs files below some paths, writes into its own TMPDIR, and has
    /// no network.
    uint32_t is_confined;
    uint32_t arguments;
    uint32_t variables;
    uint32_t readable;
    uint32_t secrets;
};

/// The result of the program's run.
struct csupervisor_report {
    /// 0 if the program ran and ended; else the errno for which it was not started.
    int32_t error;
    /// The step that failed: see `csupervisor_step`.
    int32_t step;
    /// The status as in waitpid(2).
    int32_t status;
    /// Why the supervisor ended the program: see `csupervisor_cause`; 0: the program ended by itself.
    int32_t cause;
};

enum csupervisor_step { CSUPERVISOR_PREPARING = 1, CSUPERVISOR_SECRETS, CSUPERVISOR_FOLDER, CSUPERVISOR_SANDBOX,
    CSUPERVISOR_PROGRAM };
enum csupervisor_cause { CSUPERVISOR_TIME_LIMIT = 1, CSUPERVISOR_TOLD };

/// Commands to the supervisor, of one byte each. The end of its control connection means that the host has died.
enum csupervisor_word { CSUPERVISOR_END = 'E', CSUPERVISOR_KILL = 'K' };

/// Starts a supervisor; the three descriptors become the standard streams of its program. Returns 0 and sets `*control`
/// (from which one report can be read) and `*supervisor` (for waitpid(2)); else returns errno. ENOTSUP: this code is
/// not in the program's own file, but in a shared library.
int csupervisor_start(
    const void *order, size_t size, int input, int output, int errors, int *control, pid_t *supervisor);

/// pipe2(2), which Swift does not import, with O_CLOEXEC on both ends. 0, or -1 with errno.
int csupervisor_pipe(int ends[2]);

/// The version of Landlock (landlock(7)) in this kernel; 0: it has none, and no program can be confined.
int csupervisor_landlock_version(void);
