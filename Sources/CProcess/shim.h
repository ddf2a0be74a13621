#pragma once
#include <sys/prctl.h>

// prctl is variadic, which Swift cannot call. Sets PR_SET_DUMPABLE (prctl(2)); 0, or -1 with errno.
static inline int cprocess_set_dumpable(int isDumpable) { return prctl(PR_SET_DUMPABLE, isDumpable, 0, 0, 0); }
