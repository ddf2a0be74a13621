#pragma once
// The C library's types stay its own: what yaml.h includes would count as CLibYAML's in every module above.
#pragma clang module import SwiftGlibc
#include <yaml.h>
