#pragma once
#include <stdint.h>

/// Confines this process and all its future descendants for good. It can read and run files below `readable`, read
/// files below `secrets`, and change files below `writable`; each of the last two may be empty. It can open no socket.
/// Returns 0, or errno: EOPNOTSUPP if the kernel cannot do that.
int csupervisor_confine(char **readable, uint32_t count, const char *secrets, const char *writable);
