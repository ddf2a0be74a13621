#pragma once
#include <sys/prctl.h>

// prctl takes any number of arguments, which Swift cannot call. See prctl(2) §PR_SET_DUMPABLE; 0 if it is done.
static inline int cprocess_set_dumpable(int isDumpable) { return prctl(PR_SET_DUMPABLE, isDumpable, 0, 0, 0); }
