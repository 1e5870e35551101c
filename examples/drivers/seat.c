/* The codec of seat.h. Whatever it reads may be damaged: nothing is read or written beyond what is there. */
#include "seat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 24, DEEPEST = 32 };

static unsigned char *message;
static size_t message_room;
static SeatValue *values;
static size_t value_count, value_room;

typedef struct {
    const unsigned char *at, *end;
    int is_damaged;
} Reader;

static uint64_t take(Reader *r, int bytes) {
    uint64_t value = 0;
    if (r->end - r->at < bytes) {
        r->is_damaged = 1;
        r->at = r->end;
        return 0;
    }
    while (bytes-- > 0) value = value << 8 | *r->at++;
    return value;
}

static double as_double(uint64_t bits) {
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static double as_single(uint64_t bits) {
    uint32_t half = (uint32_t)bits;
    float number;
    memcpy(&number, &half, sizeof number);
    return number;
}

static size_t add(SeatType type, double number) {
    if (value_count == value_room) {
        value_room = value_room ? 2 * value_room : 4096;
        values = realloc(values, value_room * sizeof *values);
        if (!values) abort();
    }
    values[value_count] = (SeatValue){type, number, NULL, 0, 1};
    return value_count++;
}

static void parse(Reader *r, int depth);

static void parse_text(Reader *r, uint64_t size) {
    size_t at = add(SEAT_TEXT, 0.0);
    if ((uint64_t)(r->end - r->at) < size) {
        r->is_damaged = 1;
        return;
    }
    values[at].text = (const char *)r->at;
    values[at].size = (uint32_t)size;
    r->at += size;
}

static void parse_items(Reader *r, SeatType type, uint64_t size, int depth) {
    size_t at = add(type, 0.0);
    uint64_t items = type == SEAT_MAP ? 2 * size : size;
    if (depth > DEEPEST || items > (uint64_t)(r->end - r->at)) { /* every item takes a byte at least */
        r->is_damaged = 1;
        return;
    }
    while (items-- > 0 && !r->is_damaged) parse(r, depth + 1);
    values[at].size = (uint32_t)size;
    values[at].next = (uint32_t)(value_count - at);
}

static void parse(Reader *r, int depth) {
    unsigned code = (unsigned)take(r, 1);
    if (code < 0x80) add(SEAT_NUMBER, code);
    else if (code < 0x90) parse_items(r, SEAT_MAP, code & 15, depth);
    else if (code < 0xa0) parse_items(r, SEAT_LIST, code & 15, depth);
    else if (code < 0xc0) parse_text(r, code & 31);
    else if (code >= 0xe0) add(SEAT_NUMBER, (double)(int8_t)code);
    else switch (code) {
        case 0xc0: add(SEAT_NIL, 0.0); break;
        case 0xc2: case 0xc3: add(SEAT_TRUTH, code & 1); break;
        case 0xca: add(SEAT_NUMBER, as_single(take(r, 4))); break;
        case 0xcb: add(SEAT_NUMBER, as_double(take(r, 8))); break;
        case 0xcc: add(SEAT_NUMBER, (double)take(r, 1)); break;
        case 0xcd: add(SEAT_NUMBER, (double)take(r, 2)); break;
        case 0xce: add(SEAT_NUMBER, (double)take(r, 4)); break;
        case 0xcf: add(SEAT_NUMBER, (double)take(r, 8)); break;
        case 0xd0: add(SEAT_NUMBER, (double)(int8_t)take(r, 1)); break;
        case 0xd1: add(SEAT_NUMBER, (double)(int16_t)take(r, 2)); break;
        case 0xd2: add(SEAT_NUMBER, (double)(int32_t)take(r, 4)); break;
        case 0xd3: add(SEAT_NUMBER, (double)(int64_t)take(r, 8)); break;
        case 0xd9: parse_text(r, take(r, 1)); break;
        case 0xda: parse_text(r, take(r, 2)); break;
        case 0xdb: parse_text(r, take(r, 4)); break;
        case 0xdc: parse_items(r, SEAT_LIST, take(r, 2), depth); break;
        case 0xdd: parse_items(r, SEAT_LIST, take(r, 4), depth); break;
        case 0xde: parse_items(r, SEAT_MAP, take(r, 2), depth); break;
        case 0xdf: parse_items(r, SEAT_MAP, take(r, 4), depth); break;
        default: r->is_damaged = 1; /* binary data and extensions, which no message has */
    }
}

const SeatValue *seat_receive(void) {
    unsigned char head[4];
    if (fread(head, 1, 4, stdin) != 4) return NULL;
    size_t size = (size_t)head[0] << 24 | (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3];
    if (size > MOST_BYTES) return NULL;
    if (size > message_room) {
        message = realloc(message, message_room = size);
        if (!message) abort();
    }
    if (fread(message, 1, size, stdin) != size) return NULL;
    Reader reader = {message, message + size, 0};
    value_count = 0;
    parse(&reader, 0);
    return !reader.is_damaged && values[0].type == SEAT_MAP ? values : NULL;
}

int seat_equals(const SeatValue *value, const char *text) {
    return value && value->type == SEAT_TEXT && value->size == strlen(text) && !memcmp(value->text, text, value->size);
}

const SeatValue *seat_get(const SeatValue *map, const char *key) {
    if (!map || map->type != SEAT_MAP) return NULL;
    const SeatValue *at = map + 1;
    for (uint32_t pair = 0; pair < map->size; pair++) {
        const SeatValue *value = at + at->next;
        if (seat_equals(at, key)) return value;
        at = value + value->next;
    }
    return NULL;
}

double seat_number(const SeatValue *map, const char *key, double otherwise) {
    const SeatValue *value = seat_get(map, key);
    return value && (value->type == SEAT_NUMBER || value->type == SEAT_TRUTH) ? value->number : otherwise;
}

int seat_is(const SeatValue *map, const char *key, const char *text) { return seat_equals(seat_get(map, key), text); }

uint32_t seat_size(const SeatValue *list) { return list && list->type == SEAT_LIST ? list->size : 0; }

static void put(SeatBuffer *out, uint64_t value, int bytes) {
    if (out->count + 8 > out->room) {
        out->bytes = realloc(out->bytes, out->room = 2 * out->room + 256);
        if (!out->bytes) abort();
    }
    while (bytes-- > 0) out->bytes[out->count++] = (unsigned char)(value >> 8 * bytes);
}

void seat_map(SeatBuffer *out, uint32_t pairs) {
    put(out, 0xdf, 1);
    put(out, pairs, 4);
}

void seat_put_text(SeatBuffer *out, const char *text) {
    size_t size = strlen(text);
    put(out, 0xdb, 1);
    put(out, size, 4);
    for (size_t i = 0; i < size; i++) put(out, (unsigned char)text[i], 1);
}

void seat_put_number(SeatBuffer *out, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    put(out, 0xcb, 1);
    put(out, bits, 8);
}

void seat_put_integer(SeatBuffer *out, int64_t number) {
    put(out, 0xd3, 1);
    put(out, (uint64_t)number, 8);
}

void seat_put_boolean(SeatBuffer *out, int truth) { put(out, truth ? 0xc3 : 0xc2, 1); }

int seat_send(SeatBuffer *out) {
    unsigned char head[4];
    for (int i = 0; i < 4; i++) head[i] = (unsigned char)(out->count >> 8 * (3 - i));
    int done = fwrite(head, 1, 4, stdout) == 4 && fwrite(out->bytes, 1, out->count, stdout) == out->count;
    out->count = 0;
    return done && fflush(stdout) == 0;
}
