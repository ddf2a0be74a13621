#pragma once
// libcurl behind a table of pointers: nothing links it, so that commands that fetch nothing do not pay the 4 ms which
// its 33 libraries take to load. `clibcurl_open` loads it on first use.
#include <curl/curl.h>

#include "BodyDecoding.h"

struct clibcurl_functions {
    CURLcode (*global_init)(long);
    curl_version_info_data *(*version_info)(CURLversion);
    CURL *(*easy_init)(void);
    CURLcode (*easy_set)(CURL *, CURLoption, ...);
    CURLcode (*easy_get)(CURL *, CURLINFO, ...);
    void (*easy_cleanup)(CURL *);
    CURLcode (*easy_pause)(CURL *, int);
    CURLcode (*easy_perform)(CURL *);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_set)(CURLM *, CURLMoption, ...);
    CURLMcode (*multi_add)(CURLM *, CURL *);
    CURLMcode (*multi_remove)(CURLM *, CURL *);
    CURLMcode (*multi_perform_all)(CURLM *, int *);
    CURLMsg *(*multi_info)(CURLM *, int *);
    CURLMcode (*multi_wait)(CURLM *, struct curl_waitfd[], unsigned int, int, int *);
    CURLMcode (*multi_wake)(CURLM *);
    CURLMcode (*multi_cleanup)(CURLM *);
    CURLSH *(*share_init)(void);
    CURLSHcode (*share_set)(CURLSH *, CURLSHoption, ...);
    CURLSHcode (*share_cleanup)(CURLSH *);
    struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
    void (*slist_free)(struct curl_slist *);
    CURLU *(*url_init)(void);
    CURLUcode (*url_set)(CURLU *, CURLUPart, const char *, unsigned int);
    CURLUcode (*url_get)(const CURLU *, CURLUPart, char **, unsigned int);
    void (*url_cleanup)(CURLU *);
    void (*text_free)(void *);
};

/// Filled by `clibcurl_open`; not to be used before it returned NULL.
extern struct clibcurl_functions clibcurl;

/// Loads and initialises libcurl once; returns NULL, or why it cannot be used (a string that stays).
const char *clibcurl_open(void);

// libcurl's setters are variadic, which Swift cannot call: one function for each type of value.
static inline CURLcode clibcurl_set_long(CURL *easy, CURLoption option, long value) {
    return clibcurl.easy_set(easy, option, value);
}
static inline CURLcode clibcurl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return clibcurl.easy_set(easy, option, value);
}
static inline CURLcode clibcurl_set_text(CURL *easy, CURLoption option, const char *value) {
    return clibcurl.easy_set(easy, option, value);
}
static inline CURLcode clibcurl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return clibcurl.easy_set(easy, option, value);
}
static inline CURLcode clibcurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return clibcurl.easy_set(easy, option, value);
}
static inline CURLcode clibcurl_set_writer(CURL *easy, CURLoption option, curl_write_callback value) {
    return clibcurl.easy_set(easy, option, value);
}
static inline CURLcode clibcurl_set_reader(CURL *easy, curl_read_callback value) {
    return clibcurl.easy_set(easy, CURLOPT_READFUNCTION, value);
}
static inline CURLcode clibcurl_set_debugger(CURL *easy, curl_debug_callback value) {
    return clibcurl.easy_set(easy, CURLOPT_DEBUGFUNCTION, value);
}
static inline CURLcode clibcurl_set_progress(CURL *easy, curl_xferinfo_callback value) {
    return clibcurl.easy_set(easy, CURLOPT_XFERINFOFUNCTION, value);
}
static inline CURLcode clibcurl_set_opensocket(CURL *easy, curl_opensocket_callback value) {
    return clibcurl.easy_set(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}
static inline CURLcode clibcurl_set_closesocket(CURL *easy, curl_closesocket_callback value) {
    return clibcurl.easy_set(easy, CURLOPT_CLOSESOCKETFUNCTION, value);
}
static inline CURLcode clibcurl_set_prerequest(CURL *easy, curl_prereq_callback value) {
    return clibcurl.easy_set(easy, CURLOPT_PREREQFUNCTION, value);
}
static inline long clibcurl_get_long(CURL *easy, CURLINFO info) {
    long value = 0;
    return clibcurl.easy_get(easy, info, &value) == CURLE_OK ? value : 0;
}
/// A text that lives as long as the handle, or NULL.
static inline const char *clibcurl_get_text(CURL *easy, CURLINFO info) {
    const char *value = NULL;
    return clibcurl.easy_get(easy, info, &value) == CURLE_OK ? value : NULL;
}
static inline curl_off_t clibcurl_get_size(CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    return clibcurl.easy_get(easy, info, &value) == CURLE_OK ? value : 0;
}
static inline void *clibcurl_get_private(CURL *easy) {
    void *value = NULL;
    clibcurl.easy_get(easy, CURLINFO_PRIVATE, &value);
    return value;
}
static inline CURLSHcode clibcurl_share_set_int(CURLSH *share, CURLSHoption option, int value) {
    return clibcurl.share_set(share, option, value);
}
static inline CURLMcode clibcurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return clibcurl.multi_set(multi, option, value);
}

// Everything else under a name of its own, since Swift does not look into a mutable global.
/// The version, as in `7.88.1`; a string that stays.
static inline const char *clibcurl_version_text(void) { return clibcurl.version_info(CURLVERSION_NOW)->version; }
/// The version, as in 0x075801.
static inline unsigned int clibcurl_version_number(void) {
    return clibcurl.version_info(CURLVERSION_NOW)->version_num;
}
/// Goes on with a transfer whose writer said `CURL_WRITEFUNC_PAUSE`; may call the writer at once.
static inline CURLcode clibcurl_easy_continue(CURL *easy) { return clibcurl.easy_pause(easy, CURLPAUSE_CONT); }
static inline CURL *clibcurl_easy_init(void) { return clibcurl.easy_init(); }
static inline void clibcurl_easy_cleanup(CURL *easy) { clibcurl.easy_cleanup(easy); }
/// Performs a whole transfer, and blocks until it is over.
static inline CURLcode clibcurl_easy_perform(CURL *easy) { return clibcurl.easy_perform(easy); }
static inline CURLM *clibcurl_multi_init(void) { return clibcurl.multi_init(); }
static inline CURLMcode clibcurl_multi_add(CURLM *multi, CURL *easy) { return clibcurl.multi_add(multi, easy); }
static inline CURLMcode clibcurl_multi_remove(CURLM *multi, CURL *easy) { return clibcurl.multi_remove(multi, easy); }
static inline CURLMcode clibcurl_multi_perform(CURLM *multi) {
    int running = 0;
    return clibcurl.multi_perform_all(multi, &running);
}
/// The next transfer that is over with its result, or NULL.
static inline CURL *clibcurl_multi_next_done(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = clibcurl.multi_info(multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}
static inline CURLMcode clibcurl_multi_wait(CURLM *multi, int milliseconds) {
    return clibcurl.multi_wait(multi, NULL, 0, milliseconds, NULL);
}
static inline CURLMcode clibcurl_multi_wake(CURLM *multi) { return clibcurl.multi_wake(multi); }
static inline void clibcurl_multi_cleanup(CURLM *multi) { clibcurl.multi_cleanup(multi); }
static inline CURLSH *clibcurl_share_init(void) { return clibcurl.share_init(); }
static inline CURLSHcode clibcurl_share_cleanup(CURLSH *share) { return clibcurl.share_cleanup(share); }
static inline struct curl_slist *clibcurl_list_append(struct curl_slist *list, const char *text) {
    return clibcurl.slist_append(list, text);
}
static inline void clibcurl_list_free(struct curl_slist *list) { clibcurl.slist_free(list); }
/// The name that libcurl asks for where an address has the host `host` (UTF-8, as the thread's locale must be): mapped
/// and in ASCII (UTS #46). NULL if there is none; to be freed with `clibcurl_text_free`.
char *clibcurl_ascii_host(const char *host);
static inline void clibcurl_text_free(char *text) { clibcurl.text_free(text); }
/// Bytes that a TCP connection has received so far; 0 if the system does not tell.
long long clibcurl_bytes_received(int socket);
/// Bytes of those that nobody has read yet; 0 if the system does not tell.
long long clibcurl_bytes_waiting(int socket);
static inline const struct sockaddr *clibcurl_address(const struct curl_sockaddr *address) { return &address->addr; }
