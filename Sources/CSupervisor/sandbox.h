#pragma once
#include <stdint.h>

/// Confines this process and all that it will start, for good: it can read and run what lies below `readable`, read what is
/// below `secrets`, change what is below `writable` (each of the two may be empty), and open no socket. 0, or errno:
/// EOPNOTSUPP if the kernel cannot do that.
int csupervisor_confine(char **readable, uint32_t count, const char *secrets, const char *writable);
