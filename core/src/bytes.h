/* Bytes as they are written to files: whole numbers in groups of seven bits, the lowest first;
 * texts with their length; a frame that says what follows, and whether it came through whole. */
#ifndef BUSTLE_BYTES_H
#define BUSTLE_BYTES_H

#include "prefix.h"

#include "bustle.h"

/* What is written beyond the capacity is counted and not kept. */
typedef struct byte_writer {
    uint8_t *to;
    size_t capacity;
    size_t used;
} byte_writer;

void write_bytes(byte_writer *w, const void *bytes, size_t size);
void write_count(byte_writer *w, uint64_t number);
void write_whole(byte_writer *w, int64_t number);
void write_number(byte_writer *w, double number);
void write_text(byte_writer *w, const char *text); /* NULL is told from "" */

/* Reading what is not there, or is not what it should be, gives nothing and sets `failed`. */
typedef struct byte_reader {
    const uint8_t *from;
    size_t left;
    bool failed;
} byte_reader;

uint64_t read_count(byte_reader *r, uint64_t most);
int64_t read_whole(byte_reader *r, int64_t least, int64_t most);
double read_number(byte_reader *r);
/* The length of a text whose bytes, with none that is zero, begin at *text. False: there is none.
 */
bool read_text(byte_reader *r, const char **text, size_t *length);

/* The frame: eight bytes that name the format, its version, the size and the checksum of the rest.
 */
#define FRAME_SIZE 20u

/* Fills in the frame before `size` bytes that follow it. */
void write_frame(
    uint8_t frame[FRAME_SIZE], const char *format, uint32_t version, const void *rest, size_t size);
/* BUSTLE_FOREIGN, BUSTLE_NEWER or BUSTLE_DAMAGED: it cannot be read. */
bustle_status read_frame(
    byte_reader *r, const void *bytes, size_t size, const char *format, uint32_t version);

#endif
