// The supervisor: one process and one thread, which use nothing but system calls and libc.
#define _GNU_SOURCE
#include "CSupervisor.h"
#include "marker.h"
#include "sandbox.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ORDER = 3, CONTROL = 4, LONGEST_FOLDER = 4096 };

/// The parsed order; its texts stay where they lie in the order.
struct work {
    struct csupervisor_order order;
    char *folder;
    char *program;
    char **arguments;
    char **variables;
    char **readable;
    /// The first secret, or NULL.
    char *secrets;
    char *end;
};

struct supervision {
    struct work work;
    pid_t program;
    int has_ended;
    struct csupervisor_report report;
    /// The folder of the secrets; empty: there is none.
    char secrets[LONGEST_FOLDER];
    /// The program's own TMPDIR if it is confined; else empty.
    char temporary[LONGEST_FOLDER];
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// MARK: the order

static char *next_text(struct work *work, char **place) {
    char *text = *place;
    size_t left = (size_t)(work->end - text);
    char *end = left ? memchr(text, 0, left) : NULL;
    if (!end) return NULL;
    *place = end + 1;
    return text;
}

/// Reads `count` texts into an array with room for two more and a NULL at its end.
static char **next_texts(struct work *work, char **place, uint32_t count) {
    char **texts = calloc((size_t)count + 3, sizeof *texts);
    for (uint32_t i = 0; texts && i < count; i++)
        if (!(texts[i] = next_text(work, place))) return NULL;
    return texts;
}

static int read_order(struct work *work) {
    struct stat status;
    if (fstat(ORDER, &status) < 0) return errno;
    size_t size = (size_t)status.st_size;
    if (size < sizeof work->order) return EINVAL;
    char *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, ORDER, 0);
    if (bytes == MAP_FAILED) return errno;
    close(ORDER);
    memcpy(&work->order, bytes, sizeof work->order);
    char *place = bytes + sizeof work->order;
    work->end = bytes + size;
    work->folder = next_text(work, &place);
    if (!work->folder || !(work->program = next_text(work, &place))) return EINVAL;
    work->arguments = next_texts(work, &place, work->order.arguments);
    if (!work->arguments) return EINVAL;
    work->variables = next_texts(work, &place, work->order.variables);
    if (!work->variables) return EINVAL;
    work->readable = next_texts(work, &place, work->order.readable);
    if (!work->readable) return EINVAL;
    work->secrets = place;
    return 0;
}

// MARK: secrets

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    remove(path);
    return 0;
}

static void remove_folder(char *folder) {
    if (!folder[0]) return;
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    folder[0] = 0;
}

static int write_secret(const char *folder, const char *name, const char *bytes, size_t size) {
    char path[LONGEST_FOLDER + 256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0400);
    if (file < 0) return errno;
    int error = 0;
    while (size && !error) {
        ssize_t count = write(file, bytes, size);
        if (count > 0) bytes += count, size -= (size_t)count;
        else if (count == 0 || errno != EINTR) error = count ? errno : EIO;
    }
    if (close(file) < 0 && !error) error = errno;
    return error;
}

/// The place of a variable, or the first free place; `name` ends with `=`.
static char **variable(struct work *work, const char *name) {
    char **one = work->variables;
    while (*one && strncmp(*one, name, strlen(name))) one++;
    return one;
}

/// Makes a folder that only this user can enter, and sets the program's variable `name`, which ends with `=`, to it.
static int make_folder(struct work *work, char *folder, const char *name, const char *first) {
    const char *temporary = *variable(work, "TMPDIR=");
    const char *places[] = {first, temporary ? temporary + strlen("TMPDIR=") : NULL, "/tmp"};
    int error = ENOENT;
    for (int i = 0; i < 3; i++) {
        if (!places[i] || places[i][0] != '/') continue;
        int length = snprintf(folder, LONGEST_FOLDER, "%s/kawaraban-XXXXXX", places[i]);
        if (length <= 0 || length >= LONGEST_FOLDER || !mkdtemp(folder)) {
            error = errno;
            continue;
        }
        char *text = malloc(strlen(name) + strlen(folder) + 1);
        if (!text) return ENOMEM;
        sprintf(text, "%s%s", name, folder);
        *variable(work, name) = text;
        return 0;
    }
    folder[0] = 0;
    return error;
}

static int put_secrets(struct supervision *it) {
    struct work *work = &it->work;
    if (!work->order.secrets) return 0;
    // Memory is tried first, so that the secrets are on no disk.
    int error = make_folder(work, it->secrets, "CREDENTIALS_DIRECTORY=", "/dev/shm");
    char *place = work->secrets;
    for (uint32_t i = 0; i < work->order.secrets && !error; i++) {
        char *name = next_text(work, &place);
        uint64_t size;
        if (!name || (size_t)(work->end - place) < sizeof size) return EINVAL;
        memcpy(&size, place, sizeof size);
        place += sizeof size;
        if (size > (uint64_t)(work->end - place)) return EINVAL;
        error = write_secret(it->secrets, name, place, size);
        place += size;
    }
    return error;
}

// MARK: the program

static void limit(int resource, uint64_t value) {
    struct rlimit limit;
    if (!value || getrlimit(resource, &limit) < 0) return;
    if (limit.rlim_max == RLIM_INFINITY || value < limit.rlim_max) limit.rlim_max = value;
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > limit.rlim_max || resource == RLIMIT_NOFILE)
        limit.rlim_cur = limit.rlim_max;
    setrlimit(resource, &limit);
}

static void become_program(struct supervision *it, pid_t supervisor, int told) {
    struct work *work = &it->work;
    int32_t failure[2] = {CSUPERVISOR_PREPARING, 0};
    const struct rlimit no_core = {0, 0};
    sigset_t none;
    setsid();
    // The signal comes when the parent's thread ends (prctl(2)); the supervisor has only this one thread.
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != supervisor) _exit(127);
    if (!work->order.keeps_core) setrlimit(RLIMIT_CORE, &no_core);
    limit(RLIMIT_DATA, work->order.memory);
    limit(RLIMIT_FSIZE, work->order.file_size);
    limit(RLIMIT_NOFILE, work->order.open_files);
    limit(RLIMIT_CPU, work->order.cpu_seconds);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    failure[0] = CSUPERVISOR_FOLDER;
    failure[1] = work->folder[0] && chdir(work->folder) < 0 ? errno : 0;
    if (!failure[1] && work->order.is_confined) {
        failure[0] = CSUPERVISOR_SANDBOX;
        failure[1] = csupervisor_confine(work->readable, work->order.readable, it->secrets, it->temporary);
    }
    if (!failure[1]) {
        failure[0] = CSUPERVISOR_PROGRAM;
        for (int tries = 0; tries < 50; tries++) {
            execve(work->program, work->arguments, work->variables);
            failure[1] = errno;
            // A file that was just written may still be open in a process that has forked, but not called execve yet.
            if (failure[1] != ETXTBSY) break;
            poll(NULL, 0, 10);
        }
    }
    if (write(told, failure, sizeof failure) < 0) _exit(126);
    _exit(127);
}

static int32_t start(struct supervision *it) {
    int told[2];
    it->report.step = CSUPERVISOR_PREPARING;
    if (pipe2(told, O_CLOEXEC) < 0) return errno;
    pid_t supervisor = getpid();
    it->program = fork();
    if (it->program < 0) return errno;
    if (it->program == 0) become_program(it, supervisor, told[1]);
    close(told[1]);
    int32_t failure[2];
    ssize_t count;
    while ((count = read(told[0], failure, sizeof failure)) < 0 && errno == EINTR) {}
    close(told[0]);
    // The supervisor closes its copies of the program's streams, so that the host notices when the program's are
    // closed.
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int stream = 0; stream < 3; stream++)
        if (nothing < 0 || dup2(nothing, stream) < 0) close(stream);
    if (count == sizeof failure) {
        it->report.step = failure[0];
        return failure[1];
    }
    it->report.step = 0;
    return 0;
}

// MARK: its end

static void reap(struct supervision *it) {
    int status;
    pid_t process;
    while ((process = waitpid(-1, &status, WNOHANG)) > 0) {
        if (process != it->program || it->has_ended) continue;
        it->has_ended = 1;
        it->report.status = status;
    }
}

static int kill_child(struct supervision *it, pid_t process) {
    if (process <= 0) return 0;
    if (it->work.order.spares_daemons && getsid(process) != it->program) return 0;
    // A process that runs as another user now cannot be killed, so it does not count.
    return kill(process, SIGKILL) == 0;
}

static pid_t parent_of(pid_t process) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return 0;
    text[count] = 0;
    // `pid (name) state parent …`: the name may contain anything, even brackets (proc(5)).
    char *end = strrchr(text, ')');
    int parent = 0;
    char state;
    return end && sscanf(end + 1, " %c %d", &state, &parent) == 2 ? parent : 0;
}

/// Kills every child of this process and returns how many. Orphans of its descendants become its children, so repeated
/// calls reach all.
static int kill_children(struct supervision *it) {
    int killed = 0;
    FILE *list = fopen("/proc/thread-self/children", "re");
    if (list) {
        int process;
        while (fscanf(list, "%d", &process) == 1) killed += kill_child(it, process);
        fclose(list);
        return killed;
    }
    // The kernel does not have that file (CONFIG_PROC_CHILDREN).
    DIR *processes = opendir("/proc");
    struct dirent *entry;
    while (processes && (entry = readdir(processes))) {
        pid_t process = atoi(entry->d_name);
        if (process > 0 && parent_of(process) == getpid()) killed += kill_child(it, process);
    }
    if (processes) closedir(processes);
    return killed;
}

/// Ends all remaining descendants of the program. Waits for those that hang in the kernel until `until`, in
/// milliseconds of `now`. Returns 0 if some are still there.
static int end_others(struct supervision *it, int signals, int64_t until) {
    for (;;) {
        reap(it);
        if (!kill_children(it)) return 1;
        reap(it);
        int64_t left = until - now();
        if (left <= 0) return 0;
        struct pollfd request = {signals, POLLIN, 0};
        poll(&request, 1, left < 20 ? (int)left : 20);
        struct signalfd_siginfo signal;
        while (read(signals, &signal, sizeof signal) == sizeof signal) {}
    }
}

/// Asks the program and its group to end.
static void ask_to_end(struct supervision *it) {
    kill(-it->program, SIGTERM);
    kill(-it->program, SIGCONT);
}

static void kill_program(struct supervision *it) {
    kill(-it->program, SIGKILL);
    kill(it->program, SIGKILL);
}

/// Waits until the program has ended, by itself or because we ended it.
static void watch(struct supervision *it, int signals) {
    enum { working, asked, killed } phase = working;
    const struct csupervisor_order *order = &it->work.order;
    int64_t deadline = order->time_limit > 0 ? now() + order->time_limit : INT64_MAX;
    struct pollfd requests[] = {{signals, POLLIN, 0}, {CONTROL, POLLIN, 0}};
    while (reap(it), !it->has_ended) {
        int64_t left = phase == killed ? 1000 : deadline - now();
        int wanted = 0;
        if (left <= 0) {
            wanted = phase == working ? CSUPERVISOR_END : CSUPERVISOR_KILL;
            if (phase == working) it->report.cause = CSUPERVISOR_TIME_LIMIT;
        } else {
            poll(requests, 2, left > 60000 ? 60000 : (int)left);
        }
        struct signalfd_siginfo signal;
        while (read(signals, &signal, sizeof signal) == sizeof signal)
            if (signal.ssi_signo != SIGCHLD && !wanted) wanted = CSUPERVISOR_END;
        if (requests[1].revents) {
            char word = 0;
            ssize_t count = recv(CONTROL, &word, 1, MSG_DONTWAIT);
            if (count == 1) {
                wanted = word;
            } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
                wanted = CSUPERVISOR_KILL; // The host is dead.
                requests[1].fd = -1;
            }
            requests[1].revents = 0;
        }
        if (wanted && !it->report.cause) it->report.cause = CSUPERVISOR_TOLD;
        if (wanted == CSUPERVISOR_END && phase == working && order->grace > 0) {
            phase = asked;
            deadline = now() + order->grace;
            ask_to_end(it);
        } else if (wanted && (wanted == CSUPERVISOR_KILL || order->grace <= 0) && phase != killed) {
            phase = killed;
            kill_program(it);
        }
    }
}

static void tell(struct supervision *it) {
    // The host may be gone.
    send(CONTROL, &it->report, sizeof it->report, MSG_NOSIGNAL);
}

static void supervise(void) {
    static struct supervision it;
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    fcntl(CONTROL, F_SETFD, FD_CLOEXEC);
    syscall(SYS_close_range, CONTROL + 1, ~0U, 0);
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGCHLD);
    sigaddset(&wanted, SIGTERM);
    sigaddset(&wanted, SIGINT);
    sigaddset(&wanted, SIGHUP);
    sigprocmask(SIG_BLOCK, &wanted, NULL);
    signal(SIGPIPE, SIG_IGN);
    it.report.step = CSUPERVISOR_PREPARING;
    int signals = signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
    it.report.error = signals < 0 ? errno : read_order(&it.work);
    if (!it.report.error) {
        it.report.step = CSUPERVISOR_SECRETS;
        it.report.error = put_secrets(&it);
    }
    if (!it.report.error && it.work.order.is_confined) {
        it.report.step = CSUPERVISOR_PREPARING;
        it.report.error = make_folder(&it.work, it.temporary, "TMPDIR=", NULL);
    }
    signal(SIGPIPE, SIG_DFL);
    if (!it.report.error) it.report.error = start(&it);
    signal(SIGPIPE, SIG_IGN);
    if (!it.report.error) {
        watch(&it, signals);
        int is_over = end_others(&it, signals, now() + 2000);
        remove_folder(it.secrets);
        remove_folder(it.temporary);
        tell(&it);
        if (!is_over) end_others(&it, signals, INT64_MAX);
    } else {
        remove_folder(it.secrets);
        remove_folder(it.temporary);
        tell(&it);
    }
    _exit(0);
}

/// Runs before `main` of every program that contains this code. Only the marker as argv[0], without other arguments,
/// starts the supervisor.
__attribute__((constructor)) static void supervise_if_meant(int count, char **arguments) {
    if (count == 1 && strcmp(arguments[0], MARKER) == 0) supervise();
}
