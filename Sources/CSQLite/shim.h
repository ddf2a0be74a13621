#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast macro, which Swift cannot import.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

// sqlite3_db_config takes any number of arguments, which Swift cannot call. Sets one of the options that are on or off.
static inline int csqlite_configure(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}

// So is sqlite3_config. Sets how long the journal of a statement may get in memory, before it becomes a temporary file.
static inline int csqlite_set_journal_in_memory(int bytes) { return sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, bytes); }
