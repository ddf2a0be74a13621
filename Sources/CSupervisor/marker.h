#pragma once
// What a supervisor is called, in place of its file: `ps` shows it.
#define MARKER "kawaraban-supervisor"
