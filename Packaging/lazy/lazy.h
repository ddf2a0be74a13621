// A library that is loaded when the first of its functions is called: what loads it at the start costs every command.
//
// The file that includes this has defined LIBRARY, the library's name for programs (soname), WHAT, a word of what it is
// used for, and FUNCTIONS(F): an F(result, name, (parameters), (arguments)) for each function that this program calls.
// Its headers have declared them, so that the compiler tells where a definition here differs.

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

// What is loaded, for tools that make packages: the library is not among those that the linker notes.
// https://systemd.io/ELF_DLOPEN_METADATA/
#define LOADED "[{\"feature\":\"" WHAT "\",\"priority\":\"required\",\"soname\":[\"" LIBRARY "\"]}]"

__attribute__((used, aligned(4), section(".note.dlopen"))) static const struct {
    unsigned name_size, size, kind;
    char name[4];
    char words[sizeof LOADED];
} note = {4, sizeof LOADED, 0x407c0c0a, "FDO", LOADED};

#define PLACE(result, name, parameters, arguments) AT_##name,
enum { FUNCTIONS(PLACE) COUNT };

// In the part of the program that is made read-only at the start, and is so again when the addresses are known.
__attribute__((section(".data.rel.ro"))) static void *addresses[COUNT] = {0};

static void end_because(const char *reason) {
    dprintf(STDERR_FILENO, "kawaraban: error while loading shared libraries: %s\n", reason ? reason : LIBRARY);
    _exit(127);
}

// Addresses of two libraries may lie in one page, which one thread must not protect while another still writes to it.
__attribute__((weak, visibility("hidden"))) pthread_mutex_t lazy_lock = PTHREAD_MUTEX_INITIALIZER;

static void load(void) {
#define NAME(result, name, parameters, arguments) #name,
    static const char *const names[] = {FUNCTIONS(NAME)};
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) end_because(dlerror());
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = (uintptr_t)addresses & ~(page - 1);
    size_t size = (uintptr_t)addresses + sizeof addresses - start;
    pthread_mutex_lock(&lazy_lock);
    if (mprotect((void *)start, size, PROT_READ | PROT_WRITE) != 0) end_because("mprotect");
    for (int place = 0; place < COUNT; place++) {
        void *address = dlsym(library, names[place]);
        if (!address) end_because(dlerror());
        addresses[place] = address;
    }
    // The linker ends what is read-only at a page of 4 KiB. A larger page may hold variables of others behind it.
    if (page == 4096 && mprotect((void *)start, size, PROT_READ) != 0) end_because("mprotect");
    pthread_mutex_unlock(&lazy_lock);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

static inline void *address_at(int place) {
    pthread_once(&once, load);
    return addresses[place];
}

// Hidden, or the library would find them where it calls itself.
#define FORWARD(result, name, parameters, arguments)    \
    __attribute__((visibility("hidden"))) result name parameters { \
        return ((result(*) parameters)address_at(AT_##name)) arguments; \
    }
FUNCTIONS(FORWARD)
