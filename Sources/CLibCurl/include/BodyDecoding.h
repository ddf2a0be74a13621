#pragma once
// Decodes bodies (RFC 9110 §8.4.1) as they arrive, with the libraries that libcurl brings along, loaded with it.
// libcurl's own decoding reports success for a body that was cut short, and hides how much came; this does not.
#include <stddef.h>

enum body_coding { BODY_GZIP, BODY_ZLIB, BODY_DEFLATE, BODY_BROTLI, BODY_ZSTD };

enum body_progress {
    BODY_NEEDS_INPUT,   // all input was taken, the end has not come
    BODY_NEEDS_ROOM,    // the output is full; call again
    BODY_ENDED,         // the end was reached and checked; what is left of the input lies behind it
    BODY_BROKEN,        // the input is not in this coding, or a checksum is wrong
};

struct body_decoder;

/// NULL if the coding's library cannot be loaded.
struct body_decoder *body_decoder_new(enum body_coding coding);
/// Decodes from `*input` into `*output`; both pointers and lengths move on.
enum body_progress body_decoder_push(struct body_decoder *decoder, const unsigned char **input, size_t *input_length,
                                     unsigned char **output, size_t *output_room);
/// Begins anew, for the next member of a gzip file or frame of a zstd stream.
void body_decoder_restart(struct body_decoder *decoder);
void body_decoder_free(struct body_decoder *decoder);
