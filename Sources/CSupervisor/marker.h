#pragma once
// The argv[0] of a supervisor, in place of its file's name; `ps` shows it.
#define MARKER "kawaraban-supervisor"
