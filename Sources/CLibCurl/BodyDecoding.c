#define _GNU_SOURCE
#include "BodyDecoding.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The few declarations needed from zlib.h, brotli/decode.h and zstd.h, whose binary interfaces are frozen.

struct z_stream {
    const unsigned char *next_in;
    unsigned int avail_in;
    unsigned long total_in;
    unsigned char *next_out;
    unsigned int avail_out;
    unsigned long total_out;
    const char *msg;
    void *state;
    void *(*zalloc)(void *, unsigned int, unsigned int);
    void (*zfree)(void *, void *);
    void *opaque;
    int data_type;
    unsigned long adler;
    unsigned long reserved;
};

enum { Z_NO_FLUSH = 0, Z_OK = 0, Z_STREAM_END = 1, Z_BUF_ERROR = -5 };
enum { BROTLI_FAILED = 0, BROTLI_ENDED = 1, BROTLI_NEEDS_INPUT = 2, BROTLI_NEEDS_ROOM = 3 };
enum { ZSTD_LARGEST_WINDOW = 100, ZSTD_LARGEST_WINDOW_LOG = 23 };  // 8 MiB: RFC 8878 §7.2 as updated by RFC 9659

struct zstd_input {
    const void *source;
    size_t size, position;
};
struct zstd_output {
    void *target;
    size_t size, position;
};

static struct {
    int (*init)(struct z_stream *, int, const char *, int);
    int (*inflate)(struct z_stream *, int);
    int (*reset)(struct z_stream *);
    int (*end)(struct z_stream *);
} zlib;
static struct {
    void *(*create)(void *, void *, void *);
    int (*push)(void *, size_t *, const uint8_t **, size_t *, uint8_t **, size_t *);
    void (*destroy)(void *);
} brotli;
static struct {
    void *(*create)(void);
    size_t (*push)(void *, struct zstd_output *, struct zstd_input *);
    unsigned (*failed)(size_t);
    size_t (*set)(void *, int, int);
    size_t (*reset)(void *, int);
    size_t (*destroy)(void *);
} zstd;

static int has_zlib, has_brotli, has_zstd;
static pthread_once_t loaded = PTHREAD_ONCE_INIT;

static int find(const char *name, int count, void *const places[], const char *const symbols[]) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
    for (int i = 0; i < count; i++) {
        void *symbol = dlsym(library, symbols[i]);
        if (!symbol) return 0;
        memcpy(places[i], &symbol, sizeof symbol);
    }
    return 1;
}

static void load(void) {
    has_zlib = find("libz.so.1", 4, (void *[]){&zlib.init, &zlib.inflate, &zlib.reset, &zlib.end},
                    (const char *[]){"inflateInit2_", "inflate", "inflateReset", "inflateEnd"});
    has_brotli = find("libbrotlidec.so.1", 3, (void *[]){&brotli.create, &brotli.push, &brotli.destroy},
                      (const char *[]){"BrotliDecoderCreateInstance", "BrotliDecoderDecompressStream",
                                       "BrotliDecoderDestroyInstance"});
    has_zstd = find("libzstd.so.1", 6,
                    (void *[]){&zstd.create, &zstd.push, &zstd.failed, &zstd.set, &zstd.reset, &zstd.destroy},
                    (const char *[]){"ZSTD_createDStream", "ZSTD_decompressStream", "ZSTD_isError",
                                     "ZSTD_DCtx_setParameter", "ZSTD_DCtx_reset", "ZSTD_freeDStream"});
}

struct body_decoder {
    enum body_coding coding;
    struct z_stream inflating;
    void *state;  // brotli's or zstd's
};

static int begin(struct body_decoder *decoder) {
    switch (decoder->coding) {
        case BODY_GZIP:
        case BODY_ZLIB:
        case BODY_DEFLATE: {
            int bits = decoder->coding == BODY_GZIP ? 31 : decoder->coding == BODY_ZLIB ? 15 : -15;
            return has_zlib && zlib.init(&decoder->inflating, bits, "1.2.0", sizeof decoder->inflating) == Z_OK;
        }
        case BODY_BROTLI:
            decoder->state = has_brotli ? brotli.create(NULL, NULL, NULL) : NULL;
            return decoder->state != NULL;
        case BODY_ZSTD:
            decoder->state = has_zstd ? zstd.create() : NULL;
            if (decoder->state) zstd.set(decoder->state, ZSTD_LARGEST_WINDOW, ZSTD_LARGEST_WINDOW_LOG);
            return decoder->state != NULL;
    }
    return 0;
}

struct body_decoder *body_decoder_new(enum body_coding coding) {
    pthread_once(&loaded, load);
    struct body_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->coding = coding;
    if (begin(decoder)) return decoder;
    free(decoder);
    return NULL;
}

static unsigned int clipped(size_t length) { return length > 1u << 30 ? 1u << 30 : (unsigned int)length; }

static enum body_progress inflate_some(struct z_stream *stream, const unsigned char **input, size_t *input_length,
                                       unsigned char **output, size_t *output_room) {
    stream->next_in = *input;
    stream->avail_in = clipped(*input_length);
    stream->next_out = *output;
    stream->avail_out = clipped(*output_room);
    int status = zlib.inflate(stream, Z_NO_FLUSH);
    *input_length -= (size_t)(stream->next_in - *input);
    *output_room -= (size_t)(stream->next_out - *output);
    *input = stream->next_in;
    *output = stream->next_out;
    if (status == Z_STREAM_END) return BODY_ENDED;
    if (status != Z_OK && status != Z_BUF_ERROR) return BODY_BROKEN;
    return *output_room == 0 ? BODY_NEEDS_ROOM : BODY_NEEDS_INPUT;
}

static enum body_progress unzstd_some(void *state, const unsigned char **input, size_t *input_length,
                                      unsigned char **output, size_t *output_room) {
    struct zstd_input in = {*input, *input_length, 0};
    struct zstd_output out = {*output, *output_room, 0};
    size_t left = 1;
    // One call may stop early; it has made progress as long as one of the two positions moves.
    for (;;) {
        size_t before = in.position + out.position;
        left = zstd.push(state, &out, &in);
        if (zstd.failed(left)) return BODY_BROKEN;
        if (left == 0 || in.position + out.position == before) break;
    }
    *input += in.position;
    *input_length -= in.position;
    *output += out.position;
    *output_room -= out.position;
    if (left == 0) return BODY_ENDED;
    return *output_room == 0 ? BODY_NEEDS_ROOM : BODY_NEEDS_INPUT;
}

enum body_progress body_decoder_push(struct body_decoder *decoder, const unsigned char **input, size_t *input_length,
                                     unsigned char **output, size_t *output_room) {
    switch (decoder->coding) {
        case BODY_GZIP:
        case BODY_ZLIB:
        case BODY_DEFLATE:
            return inflate_some(&decoder->inflating, input, input_length, output, output_room);
        case BODY_ZSTD:
            return unzstd_some(decoder->state, input, input_length, output, output_room);
        case BODY_BROTLI:
            switch (brotli.push(decoder->state, input_length, input, output_room, output, NULL)) {
                case BROTLI_ENDED: return BODY_ENDED;
                case BROTLI_NEEDS_INPUT: return BODY_NEEDS_INPUT;
                case BROTLI_NEEDS_ROOM: return BODY_NEEDS_ROOM;
                default: return BODY_BROKEN;
            }
    }
    return BODY_BROKEN;
}

void body_decoder_restart(struct body_decoder *decoder) {
    if (decoder->coding == BODY_GZIP) zlib.reset(&decoder->inflating);
    if (decoder->coding == BODY_ZSTD) zstd.reset(decoder->state, 1);  // ZSTD_reset_session_only
}

void body_decoder_free(struct body_decoder *decoder) {
    if (!decoder) return;
    switch (decoder->coding) {
        case BODY_GZIP:
        case BODY_ZLIB:
        case BODY_DEFLATE: zlib.end(&decoder->inflating); break;
        case BODY_BROTLI: brotli.destroy(decoder->state); break;
        case BODY_ZSTD: zstd.destroy(decoder->state); break;
    }
    free(decoder);
}
