// The confinement of a program: Landlock limits files, seccomp limits network and kernel. See landlock(7), seccomp(2).
#define _GNU_SOURCE
#include "CSupervisor.h"
#include "sandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// <linux/landlock.h> of Debian 12 only knows the first version.
enum {
    CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, VERSION_ALONE = 1, PATH_BENEATH = 1,
    EXECUTE = 1 << 0, WRITE_FILE = 1 << 1, READ_FILE = 1 << 2, READ_DIR = 1 << 3, TRUNCATE = 1 << 14, IOCTL_DEV = 1 << 15,
    OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV,
};

struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scoped;
};

struct path_rule {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

int csupervisor_landlock_version(void) {
    long version = syscall(CREATE_RULESET, NULL, 0, VERSION_ALONE);
    return version > 0 ? (int)version : 0;
}

/// All rights on files that this version of Landlock can control.
static uint64_t refusable(int version) {
    int rights = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
    return ((uint64_t)1 << rights) - 1;
}

/// Allows access to a path. A path that is missing or not accessible needs no rule.
static int allow(int ruleset, const char *path, uint64_t allowed) {
    int place = open(path, O_PATH | O_CLOEXEC);
    if (place < 0) return errno == ENOENT || errno == ENOTDIR || errno == EACCES ? 0 : errno;
    struct stat status;
    int error = fstat(place, &status) < 0 ? errno : 0;
    if (!error && !S_ISDIR(status.st_mode)) allowed &= OF_FILES;
    const struct path_rule rule = {allowed, place};
    if (!error && syscall(ADD_RULE, ruleset, PATH_BENEATH, &rule, 0) < 0) error = errno;
    close(place);
    return error;
}

static int confine_files(char **readable, uint32_t count, const char *secrets, const char *writable) {
    static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
    int version = csupervisor_landlock_version();
    if (!version) return EOPNOTSUPP;
    const uint64_t all = refusable(version), reading = EXECUTE | READ_FILE | READ_DIR;
    // If the kernel can do so, connections and signals to the outside are refused as well (versions 4 and 6).
    const struct ruleset rules = {all, version >= 4 ? 3 : 0, version >= 6 ? 3 : 0};
    size_t size = version >= 6 ? sizeof rules : version >= 4 ? offsetof(struct ruleset, scoped) : sizeof rules.files;
    int ruleset = (int)syscall(CREATE_RULESET, &rules, size, 0);
    if (ruleset < 0) return errno;
    int error = 0;
    for (uint32_t i = 0; i < count && !error; i++) error = allow(ruleset, readable[i], reading);
    for (size_t i = 0; i < sizeof devices / sizeof *devices && !error; i++)
        error = allow(ruleset, devices[i], (READ_FILE | WRITE_FILE | TRUNCATE) & all);
    if (!error && secrets[0]) error = allow(ruleset, secrets, reading);
    if (!error && writable[0]) error = allow(ruleset, writable, all);
    if (!error && syscall(RESTRICT_SELF, ruleset, 0) < 0) error = errno;
    close(ruleset);
    return error;
}

#if defined(__x86_64__)
#define NATIVE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE AUDIT_ARCH_AARCH64
#endif

#ifdef NATIVE
#define REFUSAL (SECCOMP_RET_ERRNO | EACCES)
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSE(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, REFUSAL)
#endif

static int confine_calls(void) {
#ifdef NATIVE
    static struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, REFUSAL),
        LOAD(nr),
        // x32, the third system call interface of x86-64. Other architectures have no such numbers.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, REFUSAL),
        REFUSE(socket),
        REFUSE(io_uring_setup),
        REFUSE(ptrace),
        REFUSE(process_vm_readv),
        REFUSE(process_vm_writev),
        REFUSE(pidfd_getfd),
        REFUSE(keyctl),
        REFUSE(add_key),
        REFUSE(request_key),
        REFUSE(bpf),
        REFUSE(perf_event_open),
        REFUSE(userfaultfd),
        REFUSE(unshare),
        REFUSE(setns),
        // Programs talk to their children through pairs of local sockets; other pairs are refused.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socketpair, 0, 3),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, REFUSAL),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) < 0 ? errno : 0;
#else
    return EOPNOTSUPP;
#endif
}

int csupervisor_confine(char **readable, uint32_t count, const char *secrets, const char *writable) {
    // Root loses its capabilities, and with "no new privileges" it does not get them back.
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    const struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || syscall(SYS_capset, &head, none) < 0) return errno;
    int error = confine_files(readable, count, secrets, writable);
    return error ? error : confine_calls();
}
