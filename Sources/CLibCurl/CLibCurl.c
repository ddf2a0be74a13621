#define _GNU_SOURCE
#include "CLibCurl.h"

#include <dlfcn.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/ioctl.h>

struct clibcurl_functions clibcurl;

// What is loaded, for tools that make packages: the library is not among those that the linker notes.
// https://systemd.io/ELF_DLOPEN_METADATA/
#define LOADED \
    "[{\"feature\":\"http\",\"description\":\"Fetching, posting and mail\",\"priority\":\"required\",\"soname\":[\"libcurl.so.4\"]}]"

__attribute__((used, aligned(4), section(".note.dlopen"))) static const struct {
    unsigned name_size, size, kind;
    char name[4];
    char words[sizeof LOADED];
} loaded = {4, sizeof LOADED, 0x407c0c0a, "FDO", LOADED};

static pthread_once_t opened = PTHREAD_ONCE_INIT;
static char failure[256];

static void fail(const char *reason) {
    strncpy(failure, reason ? reason : "libcurl.so.4 cannot be loaded", sizeof failure - 1);
}

static void open_once(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return fail(dlerror());
    const struct {
        void *place;
        const char *name;
    } table[] = {
        {&clibcurl.global_init, "curl_global_init"},       {&clibcurl.easy_init, "curl_easy_init"},
        {&clibcurl.easy_set, "curl_easy_setopt"},          {&clibcurl.easy_get, "curl_easy_getinfo"},
        {&clibcurl.easy_cleanup, "curl_easy_cleanup"},     {&clibcurl.easy_pause, "curl_easy_pause"},
        {&clibcurl.easy_perform, "curl_easy_perform"},
        {&clibcurl.multi_init, "curl_multi_init"},         {&clibcurl.multi_set, "curl_multi_setopt"},
        {&clibcurl.multi_add, "curl_multi_add_handle"},    {&clibcurl.multi_remove, "curl_multi_remove_handle"},
        {&clibcurl.multi_perform_all, "curl_multi_perform"}, {&clibcurl.multi_info, "curl_multi_info_read"},
        {&clibcurl.multi_wait, "curl_multi_poll"},         {&clibcurl.multi_wake, "curl_multi_wakeup"},
        {&clibcurl.multi_cleanup, "curl_multi_cleanup"},   {&clibcurl.slist_append, "curl_slist_append"},
        {&clibcurl.slist_free, "curl_slist_free_all"},     {&clibcurl.share_init, "curl_share_init"},
        {&clibcurl.share_set, "curl_share_setopt"},        {&clibcurl.share_cleanup, "curl_share_cleanup"},
        {&clibcurl.version_info, "curl_version_info"},
        {&clibcurl.url_init, "curl_url"},
        {&clibcurl.url_set, "curl_url_set"},               {&clibcurl.url_get, "curl_url_get"},
        {&clibcurl.url_cleanup, "curl_url_cleanup"},       {&clibcurl.text_free, "curl_free"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        void *symbol = dlsym(library, table[i].name);
        if (!symbol) return fail(dlerror());
        memcpy(table[i].place, &symbol, sizeof symbol);
    }
    if (clibcurl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) fail("libcurl cannot be initialised");
}

const char *clibcurl_open(void) {
    pthread_once(&opened, open_once);
    return failure[0] ? failure : NULL;
}

char *clibcurl_ascii_host(const char *host) {
    CURLU *url = clibcurl.url_init();
    char *name = NULL;
    // What it names when it fails is not ours.
    if (url && (clibcurl.url_set(url, CURLUPART_HOST, host, 0) != CURLUE_OK ||
                clibcurl.url_get(url, CURLUPART_HOST, &name, CURLU_PUNYCODE) != CURLUE_OK))
        name = NULL;
    clibcurl.url_cleanup(url);
    return name;
}

long long clibcurl_bytes_received(int socket) {
    struct tcp_info info;
    socklen_t size = sizeof info;
    memset(&info, 0, sizeof info);
    return getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 ? (long long)info.tcpi_bytes_received : 0;
}

long long clibcurl_bytes_waiting(int socket) {
    int count = 0;
    return ioctl(socket, FIONREAD, &count) == 0 ? count : 0;
}
