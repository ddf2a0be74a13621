#include "CLibPQ.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// What is loaded, for tools that make packages: the library is not among those that the linker notes.
// https://systemd.io/ELF_DLOPEN_METADATA/
#define LOADED                                                                                                   \
    "[{\"feature\":\"postgresql\",\"description\":\"State in PostgreSQL\",\"priority\":\"suggested\",\"soname\":" \
    "[\"libpq.so.5\"]}]"

__attribute__((used, aligned(4), section(".note.dlopen"))) static const struct {
    unsigned name_size, size, kind;
    char name[4];
    char words[sizeof LOADED];
} loaded = {4, sizeof LOADED, 0x407c0c0a, "FDO", LOADED};

// F(result, name, name in libpq, (parameters), (arguments))
#define FUNCTIONS(F) \
    F(struct clibpq_parameter *, parse, PQconninfoParse, (const char *text, char **failure), (text, failure)) \
    F(void, parameters_free, PQconninfoFree, (struct clibpq_parameter *parameters), (parameters)) \
    F(void, memory_free, PQfreemem, (void *memory), (memory)) \
    F(struct clibpq_connection *, connect_start, PQconnectStartParams, (const char *const *keywords, const char *const *values, int expand), (keywords, values, expand)) \
    F(int, connect_poll, PQconnectPoll, (struct clibpq_connection *connection), (connection)) \
    F(void, finish, PQfinish, (struct clibpq_connection *connection), (connection)) \
    F(int, status, PQstatus, (const struct clibpq_connection *connection), (connection)) \
    F(int, socket, PQsocket, (const struct clibpq_connection *connection), (connection)) \
    F(char *, failure, PQerrorMessage, (const struct clibpq_connection *connection), (connection)) \
    F(int, server_version, PQserverVersion, (const struct clibpq_connection *connection), (connection)) \
    F(int, backend_pid, PQbackendPID, (const struct clibpq_connection *connection), (connection)) \
    F(int, send, PQsendQuery, (struct clibpq_connection *connection, const char *text), (connection, text)) \
    F(int, consume, PQconsumeInput, (struct clibpq_connection *connection), (connection)) \
    F(int, is_busy, PQisBusy, (struct clibpq_connection *connection), (connection)) \
    F(int, transaction_status, PQtransactionStatus, (const struct clibpq_connection *connection), (connection)) \
    F(const char *, setting, PQparameterStatus, (const struct clibpq_connection *connection, const char *name), (connection, name)) \
    F(int, set_verbosity, PQsetErrorVerbosity, (struct clibpq_connection *connection, int verbosity), (connection, verbosity)) \
    F(void *, set_notices, PQsetNoticeProcessor, (struct clibpq_connection *connection, void (*take)(void *, const char *), void *context), (connection, take, context)) \
    F(struct clibpq_result *, run, PQexec, (struct clibpq_connection *connection, const char *text), (connection, text)) \
    F(struct clibpq_result *, run_with, PQexecParams, (struct clibpq_connection *connection, const char *text, int count, const unsigned *types, const char *const *values, const int *lengths, const int *formats, int format), (connection, text, count, types, values, lengths, formats, format)) \
    F(struct clibpq_result *, prepare, PQprepare, (struct clibpq_connection *connection, const char *name, const char *text, int count, const unsigned *types), (connection, name, text, count, types)) \
    F(struct clibpq_result *, run_prepared, PQexecPrepared, (struct clibpq_connection *connection, const char *name, int count, const char *const *values, const int *lengths, const int *formats, int format), (connection, name, count, values, lengths, formats, format)) \
    F(int, send_prepared, PQsendQueryPrepared, (struct clibpq_connection *connection, const char *name, int count, const char *const *values, const int *lengths, const int *formats, int format), (connection, name, count, values, lengths, formats, format)) \
    F(struct clibpq_result *, next_result, PQgetResult, (struct clibpq_connection *connection), (connection)) \
    F(struct clibpq_notification *, notification, PQnotifies, (struct clibpq_connection *connection), (connection)) \
    F(int, put_copy, PQputCopyData, (struct clibpq_connection *connection, const char *bytes, int count), (connection, bytes, count)) \
    F(int, end_copy, PQputCopyEnd, (struct clibpq_connection *connection, const char *failure), (connection, failure)) \
    F(int, get_copy, PQgetCopyData, (struct clibpq_connection *connection, char **bytes, int async), (connection, bytes, async)) \
    F(int, outcome, PQresultStatus, (const struct clibpq_result *result), (result)) \
    F(char *, field, PQresultErrorField, (const struct clibpq_result *result, int code), (result, code)) \
    F(int, row_count, PQntuples, (const struct clibpq_result *result), (result)) \
    F(int, column_count, PQnfields, (const struct clibpq_result *result), (result)) \
    F(unsigned, type, PQftype, (const struct clibpq_result *result, int column), (result, column)) \
    F(int, is_null, PQgetisnull, (const struct clibpq_result *result, int row, int column), (result, row, column)) \
    F(int, length, PQgetlength, (const struct clibpq_result *result, int row, int column), (result, row, column)) \
    F(char *, value, PQgetvalue, (const struct clibpq_result *result, int row, int column), (result, row, column)) \
    F(char *, changed, PQcmdTuples, (struct clibpq_result *result), (result)) \
    F(void, clear, PQclear, (struct clibpq_result *result), (result))

// What only newer versions of libpq have: its pipelines, since PostgreSQL 14.
#define PIPELINE_FUNCTIONS(F) \
    F(int, enter_pipeline, PQenterPipelineMode, (struct clibpq_connection *connection), (connection)) \
    F(int, exit_pipeline, PQexitPipelineMode, (struct clibpq_connection *connection), (connection)) \
    F(int, sync_pipeline, PQpipelineSync, (struct clibpq_connection *connection), (connection))

#define PLACE(result, name, symbol, parameters, arguments) static result(*at_##name) parameters;
FUNCTIONS(PLACE)
PIPELINE_FUNCTIONS(PLACE)

static pthread_once_t opened = PTHREAD_ONCE_INIT;
static char failure[256];

static void fail(const char *reason) {
    strncpy(failure, reason ? reason : "libpq.so.5 cannot be loaded", sizeof failure - 1);
}

static void open_once(void) {
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) return fail(dlerror());
    const struct {
        void *place;
        const char *name;
        int is_optional;
    } table[] = {
#define ENTRY(result, name, symbol, parameters, arguments) {&at_##name, #symbol, 0},
#define OPTIONAL_ENTRY(result, name, symbol, parameters, arguments) {&at_##name, #symbol, 1},
        FUNCTIONS(ENTRY) PIPELINE_FUNCTIONS(OPTIONAL_ENTRY)};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        void *symbol = dlsym(library, table[i].name);
        if (!symbol && !table[i].is_optional) return fail(dlerror());
        memcpy(table[i].place, &symbol, sizeof symbol);
    }
}

const char *clibpq_open(void) {
    pthread_once(&opened, open_once);
    return failure[0] ? failure : NULL;
}

#define FORWARD(result, name, symbol, parameters, arguments) \
    result clibpq_##name parameters { return at_##name arguments; }
void *clibpq_set_notices(struct clibpq_connection *, void (*)(void *, const char *), void *);
FUNCTIONS(FORWARD)
PIPELINE_FUNCTIONS(FORWARD)

int clibpq_has_pipelines(void) { return at_enter_pipeline && at_exit_pipeline && at_sync_pipeline; }

static void drop(void *context, const char *message) {
    (void)context;
    (void)message;
}

void clibpq_silence(struct clibpq_connection *connection) { at_set_notices(connection, drop, NULL); }
