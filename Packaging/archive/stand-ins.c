// What libraries that are linked in call, and what the binary shall not need: see Scripts/archive-libraries.sh, and
// Scripts/lazy-libraries.sh, which links no libxml2 and names no VERSION of ICU.

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#pragma GCC visibility push(hidden)

#ifdef VERSION
// The converters of ICU that Debian's libxml2.a calls, without an encoding. libxml2 calls the others only with what
// ucnv_open returned.

#define JOINED(name, version) name##version
#define NAMED(name, version) JOINED(name, version)
#define CONVERTER(name) NAMED(name, VERSION)

enum { U_FILE_ACCESS_ERROR = 4 };

void *CONVERTER(ucnv_open)(const char *encoding, int *error) {
    (void)encoding;
    *error = U_FILE_ACCESS_ERROR;
    return 0;
}

void CONVERTER(ucnv_close)(void *converter) { (void)converter; }
void CONVERTER(ucnv_convertEx)(void) { abort(); }
void CONVERTER(ucnv_setFromUCallBack)(void) { abort(); }
void CONVERTER(ucnv_setToUCallBack)(void) { abort(); }
void CONVERTER(UCNV_FROM_U_CALLBACK_STOP)(void) { abort(); }
void CONVERTER(UCNV_TO_U_CALLBACK_STOP)(void) { abort(); }
#endif

// std::random_device of libstdc++ calls it; glibc has it from 2.36 on.
uint32_t arc4random(void) {
    uint32_t number;
    if (getentropy(&number, sizeof number) != 0) abort();
    return number;
}
