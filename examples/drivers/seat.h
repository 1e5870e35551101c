/* Messages of a seat in C99: frames on the standard input and output, and the part of MessagePack that they use. */
#ifndef SEAT_H
#define SEAT_H

#include <stddef.h>
#include <stdint.h>

typedef enum { SEAT_NIL, SEAT_TRUTH, SEAT_NUMBER, SEAT_TEXT, SEAT_LIST, SEAT_MAP } SeatType;

/* A value of a message. The values inside a list or map follow it directly; `next` is how many values further on the
 * one after it begins. In a list of plain numbers the i-th number is therefore list[1 + i].number. */
typedef struct {
    SeatType type;
    double number;    /* of a number; 1 or 0 of a truth */
    const char *text; /* of a text, not ended by 0 */
    uint32_t size;    /* bytes of a text, items of a list, pairs of a map */
    uint32_t next;
} SeatValue;

typedef struct {
    unsigned char *bytes;
    size_t count, room;
} SeatBuffer;

/* The next message, a map, or NULL at the end of the input or if it is damaged. It is good until the next call. */
const SeatValue *seat_receive(void);

/* The value of a key, or NULL. */
const SeatValue *seat_get(const SeatValue *map, const char *key);
/* The number of a key, or `otherwise`. */
double seat_number(const SeatValue *map, const char *key, double otherwise);
/* Whether the text of a key is this one. */
int seat_is(const SeatValue *map, const char *key, const char *text);
/* Whether a value is this text. */
int seat_equals(const SeatValue *value, const char *text);
/* How many items a list has; 0 of anything else. */
uint32_t seat_size(const SeatValue *list);

/* Put together a message: a map of so many pairs, each a text and a value. */
void seat_map(SeatBuffer *out, uint32_t pairs);
void seat_put_text(SeatBuffer *out, const char *text);
void seat_put_number(SeatBuffer *out, double number);
void seat_put_integer(SeatBuffer *out, int64_t number);
void seat_put_boolean(SeatBuffer *out, int truth);
/* Send it, and empty the buffer; 0 if the output is closed. */
int seat_send(SeatBuffer *out);

#endif
