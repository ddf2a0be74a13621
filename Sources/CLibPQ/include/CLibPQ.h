#pragma once
// libpq, PostgreSQL's client. Nothing links it, so that only a state in PostgreSQL needs it: `clibpq_open` loads it on
// first use. The declarations are our own, so that its headers are not needed to build. All of these functions are in
// libpq.so.5 since PostgreSQL 9, except those of pipelines.
#include <stddef.h>

struct clibpq_connection;
struct clibpq_result;

/// PQconninfoOption: one parameter of a connection string. A list ends with one whose keyword is NULL.
struct clibpq_parameter {
    char *keyword;
    char *variable;
    char *compiled;
    char *value;
    char *label;
    char *display;
    int size;
};

enum { CLIBPQ_OK = 0 };  // ConnStatusType
enum {                   // PostgresPollingStatusType
    CLIBPQ_POLL_FAILED = 0,
    CLIBPQ_POLL_READING = 1,
    CLIBPQ_POLL_WRITING = 2,
    CLIBPQ_POLL_OK = 3,
};
enum {  // ExecStatusType
    CLIBPQ_DONE = 1,
    CLIBPQ_ROWS = 2,
    CLIBPQ_COPYING_OUT = 3,
    CLIBPQ_COPYING_IN = 4,
    CLIBPQ_PIPELINE_SYNC = 10,
    CLIBPQ_PIPELINE_ABORTED = 11,
};
enum { CLIBPQ_ACTIVE = 1, CLIBPQ_IN_TRANSACTION = 2, CLIBPQ_IN_ERROR = 3 };  // PGTransactionStatusType
enum { CLIBPQ_VERBOSE = 2 };                                    // PGVerbosity
enum { CLIBPQ_FIELD_STATE = 'C', CLIBPQ_FIELD_MESSAGE = 'M' };  // PG_DIAG_SQLSTATE, PG_DIAG_MESSAGE_PRIMARY

/// PGnotify: what another session has sent by NOTIFY. It is freed by `clibpq_memory_free`.
struct clibpq_notification {
    char *channel;
    int backend;
    char *payload;
    struct clibpq_notification *next;
};

/// Loads libpq once; returns NULL, or why it cannot be used (a string that stays). No other function may be called
/// before it returned NULL.
const char *clibpq_open(void);

/// Drops the server's notices, which libpq would write to stderr.
void clibpq_silence(struct clibpq_connection *connection);

// The functions of libpq, under names without PQ.
struct clibpq_parameter *clibpq_parse(const char *text, char **failure);
void clibpq_parameters_free(struct clibpq_parameter *parameters);
void clibpq_memory_free(void *memory);
struct clibpq_connection *clibpq_connect_start(const char *const *keywords, const char *const *values, int expand);
int clibpq_connect_poll(struct clibpq_connection *connection);
void clibpq_finish(struct clibpq_connection *connection);
int clibpq_status(const struct clibpq_connection *connection);
int clibpq_socket(const struct clibpq_connection *connection);
char *clibpq_failure(const struct clibpq_connection *connection);
int clibpq_server_version(const struct clibpq_connection *connection);
int clibpq_backend_pid(const struct clibpq_connection *connection);
int clibpq_send(struct clibpq_connection *connection, const char *text);
int clibpq_consume(struct clibpq_connection *connection);
int clibpq_is_busy(struct clibpq_connection *connection);
int clibpq_transaction_status(const struct clibpq_connection *connection);
const char *clibpq_setting(const struct clibpq_connection *connection, const char *name);
int clibpq_set_verbosity(struct clibpq_connection *connection, int verbosity);
struct clibpq_result *clibpq_run(struct clibpq_connection *connection, const char *text);
struct clibpq_result *clibpq_run_with(struct clibpq_connection *connection, const char *text, int count,
    const unsigned *types, const char *const *values, const int *lengths, const int *formats, int format);
struct clibpq_result *clibpq_prepare(struct clibpq_connection *connection, const char *name, const char *text,
    int count, const unsigned *types);
struct clibpq_result *clibpq_run_prepared(struct clibpq_connection *connection, const char *name, int count,
    const char *const *values, const int *lengths, const int *formats, int format);
int clibpq_send_prepared(struct clibpq_connection *connection, const char *name, int count,
    const char *const *values, const int *lengths, const int *formats, int format);
struct clibpq_result *clibpq_next_result(struct clibpq_connection *connection);
struct clibpq_notification *clibpq_notification(struct clibpq_connection *connection);
int clibpq_put_copy(struct clibpq_connection *connection, const char *bytes, int count);
int clibpq_end_copy(struct clibpq_connection *connection, const char *failure);
int clibpq_get_copy(struct clibpq_connection *connection, char **bytes, int async);
int clibpq_outcome(const struct clibpq_result *result);
char *clibpq_field(const struct clibpq_result *result, int code);
int clibpq_row_count(const struct clibpq_result *result);
int clibpq_column_count(const struct clibpq_result *result);
unsigned clibpq_type(const struct clibpq_result *result, int column);
int clibpq_is_null(const struct clibpq_result *result, int row, int column);
int clibpq_length(const struct clibpq_result *result, int row, int column);
char *clibpq_value(const struct clibpq_result *result, int row, int column);
char *clibpq_changed(struct clibpq_result *result);
void clibpq_clear(struct clibpq_result *result);

/// Whether libpq has pipelines: it is that of PostgreSQL 14 or newer. The functions below may only be called then.
int clibpq_has_pipelines(void);
int clibpq_enter_pipeline(struct clibpq_connection *connection);
int clibpq_exit_pipeline(struct clibpq_connection *connection);
int clibpq_sync_pipeline(struct clibpq_connection *connection);
