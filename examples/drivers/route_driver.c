/* A reference driver in C99: follows the route, keeps the lane and the distance, obeys lights, signs and the right of
 * way, with `motion` or `pedals` controls. It does what route_driver.py does, and is built by
 *
 *     cc -std=c99 -O2 -Wall -Wextra -o route_driver route_driver.c seat.c -lm
 */
#include "seat.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CRUISE 36.0     /* m/s, the speed where there is no limit */
#define LIVELY 1.6      /* m/s², acceleration in ordinary driving */
#define COMFORT 2.0     /* m/s², braking in ordinary driving */
#define HARD 6.0        /* m/s², braking that it does not go beyond */
#define SIDEWAYS 2.2    /* m/s², acceleration to the side in curves */
#define STANDSTILL 2.5  /* m, gap when standing */
#define BEFORE_LINE 1.0 /* m, how far before a waiting line it stops */
#define EARLY 0.8       /* s, how long before a limit or a curve it wants to have slowed down */
#define LANE_END 20.0   /* m, how far before the end of a lane that it has to leave it waits for room */
#define TURNING 7.0     /* m/s, the most that it reckons with on its way through a junction */
#define GAP 9.0         /* s, a vehicle that goes first and comes within this time is waited for */
#define SPARE 2.5       /* s, how long before such a vehicle comes it wants to be past */
#define REACH 6.0       /* m/s², what the pedals give when they are pressed to the floor, roughly */
#define FIRMNESS 1.2    /* 1/s, how fast its foot corrects what the vehicle makes of them */
#define BEFORE_PEOPLE 1.2 /* m, how much more it wants beside people who face its path, or cross it */
#define MARGIN 0.4      /* m, room that it wants to either side of what stands beside its path */
enum { MOST_POINTS = 2000 };

typedef struct {
    double distance, ahead, left, curvature, limit;
} Point;

typedef struct {
    Point points[MOST_POINTS];
    int count;
} Path;

typedef struct {
    double ahead, left, turned, speed, length, width, lane;
    int is_person, goes_first;
} Other;

static double headway = 1.4, speed_factor = 1.0; /* its parameters */
static double stopped_at = -1.0;                 /* s, when it last stood at a stop sign */
static int has_pedals = 0;                       /* whether the seat takes pedals, and what the vehicle is like */
static double wheelbase = 2.7, steering_ratio = 15.0;
static double foot = 0.0; /* from -1, brake to the floor, to 1, accelerator to the floor */

/* --- what it sees ----------------------------------------------------------------------------------------------- */

static double cell(const SeatValue *table, const char *column, uint32_t row) {
    const SeatValue *list = seat_get(table, column);
    return row < seat_size(list) ? list[1 + row].number : 0.0;
}

/* The centre of its way, or of the lane to one side. */
static void path_of(const SeatValue *view, int shift, Path *path) {
    const SeatValue *road = seat_get(view, "road"), *shifts = seat_get(road, "shift");
    const SeatValue *opposite = seat_get(road, "opposite"), *distance = seat_get(road, "distance");
    const SeatValue *ahead = seat_get(road, "ahead"), *left = seat_get(road, "left");
    const SeatValue *curvature = seat_get(road, "curvature"), *limit = seat_get(road, "limit");
    path->count = 0;
    for (uint32_t i = 1; i <= seat_size(shifts) && path->count < MOST_POINTS; i++)
        if (shifts[i].number == shift && !opposite[i].number)
            path->points[path->count++] =
                (Point){distance[i].number, ahead[i].number, left[i].number, curvature[i].number, limit[i].number};
}

static Other other_at(const SeatValue *objects, uint32_t row) {
    const SeatValue *kind = seat_get(objects, "kind");
    return (Other){
        cell(objects, "ahead", row),
        cell(objects, "left", row),
        cell(objects, "turned", row),
        cell(objects, "speed", row),
        cell(objects, "length", row),
        cell(objects, "width", row),
        cell(objects, "lane", row),
        seat_equals(kind + 1 + row, "person"),
        cell(objects, "goes_first", row) != 0.0,
    };
}

static uint32_t others_in(const SeatValue *objects) { return seat_size(seat_get(objects, "id")); }

/* --- where to drive --------------------------------------------------------------------------------------------- */

/* The side to change lanes to: where the route demands it, the marks permit it and there is room. */
static int side_of(const SeatValue *view) {
    const SeatValue *mission = seat_get(view, "mission"), *road = seat_get(view, "road");
    const SeatValue *shifts = seat_get(road, "shift"), *objects = seat_get(view, "objects");
    double shift = seat_number(mission, "shift", 0.0), speed = seat_number(seat_get(view, "ego"), "speed", 0.0);
    if (shift == 0.0 || seat_number(mission, "follows", INFINITY) > 600.0 || !seat_size(shifts)) return 0;
    int side = shift > 0.0 ? 1 : -1;
    uint32_t beside = 0;
    while (beside < seat_size(shifts) && !(shifts[1 + beside].number == side && !cell(road, "opposite", beside))) beside++;
    if (beside == seat_size(shifts) || !cell(road, side > 0 ? "left_open" : "right_open", 0)) return 0;
    double lane = cell(road, "lane", beside);
    for (uint32_t row = 0; row < others_in(objects); row++) {
        Other other = other_at(objects, row);
        double closing = fmax(other.ahead < 0.0 ? other.speed - speed : speed - other.speed, 0.0);
        if (other.lane == lane && fabs(other.ahead) < 8.0 + 0.4 * speed + 3.0 * closing) return 0;
    }
    return side;
}

/* The curvature of the circle through a point some way ahead on its path. */
static double curvature_to(double speed, const Path *path) {
    double look = 1.5 + 0.4 * speed + 0.01 * speed * speed;
    if (!path->count) return 0.0;
    int i = 0;
    while (i < path->count - 1 && path->points[i].distance < look) i++;
    const Point *goal = &path->points[i];
    if (goal->ahead < 0.5) return 0.0;
    double curvature = 2.0 * goal->left / (goal->ahead * goal->ahead + goal->left * goal->left);
    return fmin(fmax(curvature, -0.2), 0.2);
}

static const char *indicators(const SeatValue *view, int side) {
    const SeatValue *turns = seat_get(seat_get(view, "mission"), "turns");
    if (side) return side > 0 ? "left" : "right";
    if (!seat_size(turns) || seat_number(turns + 1, "distance", INFINITY) >= 50.0) return "off";
    return seat_is(turns + 1, "turn", "left") ? "left" : seat_is(turns + 1, "turn", "right") ? "right" : "off";
}

/* --- how fast --------------------------------------------------------------------------------------------------- */

/* Toward the speed that limits and curves ahead permit. */
static double freely(double speed, const Path *path) {
    double wanted = CRUISE;
    for (int i = 0; i < path->count; i++) {
        const Point *point = &path->points[i];
        double curve = sqrt(SIDEWAYS / fmax(fabs(point->curvature), 1e-4));
        double allowed = fmin(speed_factor * point->limit, curve);
        wanted = fmin(wanted, sqrt(allowed * allowed + 1.6 * COMFORT * fmax(point->distance - EARLY * speed, 0.0)));
    }
    if (speed > wanted) return fmax(wanted - speed, -COMFORT) * 1.5;
    return LIVELY * (1.0 - pow(speed / fmax(wanted, 0.1), 4.0));
}

/* The intelligent driver model. */
static double idm(double speed, double leader, double gap) {
    double closing = speed * (speed - leader) / (2.0 * sqrt(LIVELY * COMFORT));
    double wanted = STANDSTILL + fmax(headway * speed + closing, 0.0);
    return LIVELY * (1.0 - pow(wanted / fmax(gap, 0.1), 2.0));
}

/* How far along its path another road user is; negative beside it, or behind. */
static double on_path(const Other *other, double own_width, const Path *path) {
    double best = INFINITY, distance = -1.0;
    if (other->ahead < 0.0) return -1.0;
    for (int i = 0; i < path->count; i++) {
        double off = hypot(path->points[i].ahead - other->ahead, path->points[i].left - other->left);
        if (off < best) best = off, distance = path->points[i].distance;
    }
    double room = 0.5 * (own_width + other->width) + MARGIN;
    if (other->is_person && fabs(sin(other->turned)) > 0.5) room += BEFORE_PEOPLE;
    return best < room && distance > 0.0 ? distance : -1.0;
}

/* What the nearest road users on its path permit. */
static double behind(const SeatValue *view, const Path *path) {
    const SeatValue *ego = seat_get(view, "ego"), *objects = seat_get(view, "objects");
    double speed = seat_number(ego, "speed", 0.0), length = seat_number(ego, "length", 4.6), wish = INFINITY;
    for (uint32_t row = 0; row < others_in(objects); row++) {
        Other other = other_at(objects, row);
        double far = on_path(&other, seat_number(ego, "width", 1.9), path);
        double pace = fabs(other.turned) < 0.8 ? other.speed : 0.0;
        if (far >= 0.0) wish = fmin(wish, idm(speed, pace, far - 0.5 * (length + other.length)));
    }
    return wish;
}

/* Braking that stops it so many metres ahead; none while that is far away. */
static double before(double speed, double room) {
    if (isinf(room)) return INFINITY;
    double needed = speed * speed / (2.0 * fmax(room, 0.1));
    if (room < 0.3) return speed > 0.5 ? -HARD : -1.0;
    return needed > 0.8 * COMFORT || (speed < 2.0 && room < 1.0) ? -1.1 * needed : INFINITY;
}

/* --- lights, signs and others who go first ------------------------------------------------------------------------ */

/* Whether a vehicle that goes first would come before it has passed. */
static int is_someone_coming(const SeatValue *view, const SeatValue *stop) {
    const SeatValue *ego = seat_get(view, "ego"), *objects = seat_get(view, "objects");
    double speed = seat_number(ego, "speed", 0.0), distance = seat_number(stop, "distance", 0.0);
    double through = distance + seat_number(stop, "through", 0.0) + seat_number(ego, "length", 4.6);
    double at_last = fmin(sqrt(speed * speed + 2.0 * LIVELY * fmax(through, 0.1)), fmax(TURNING, speed));
    double passing = 2.0 * through / (speed + at_last);
    for (uint32_t row = 0; row < others_in(objects); row++) {
        Other other = other_at(objects, row);
        double away = fmax(hypot(other.ahead - distance, other.left) - 8.0, 0.0);
        int is_soon = away < 8.0 || away / fmax(other.speed, 0.1) < fmin(passing, GAP) + SPARE;
        if (other.goes_first && is_soon) return 1;
    }
    return 0;
}

/* Whether it has stood at the line that is now so far ahead. */
static int has_stopped(const SeatValue *view, double distance) {
    double now = seat_number(view, "date", 0.0) / 1e9;
    if (seat_number(seat_get(view, "ego"), "speed", 0.0) < 0.3 && distance < 4.0) stopped_at = now;
    return distance < 6.0 && stopped_at >= 0.0 && stopped_at >= now - 20.0;
}

static int waits(const SeatValue *view, const SeatValue *stop) {
    double speed = seat_number(seat_get(view, "ego"), "speed", 0.0), distance = seat_number(stop, "distance", 0.0);
    if (seat_is(stop, "light", "red") || seat_is(stop, "light", "red_amber")) return distance > 0.0 || speed < 2.0;
    if (seat_is(stop, "light", "amber")) return speed * speed / (2.0 * fmax(distance, 0.1)) < 3.0;
    if (!seat_is(stop, "kind", "junction")) return 0;
    if (seat_is(stop, "sign", "stop") && !has_stopped(view, distance)) return 1;
    return seat_number(stop, "must_yield", 0.0) && is_someone_coming(view, stop);
}

/* What the lines ahead permit at which it has to wait now. */
static double at_lines(const SeatValue *view, double speed) {
    const SeatValue *stops = seat_get(view, "stops"), *stop = stops + 1;
    double wish = INFINITY;
    for (uint32_t i = 0; i < seat_size(stops); i++, stop += stop->next) {
        double distance = seat_number(stop, "distance", 0.0);
        if (distance > -1.0 && waits(view, stop)) wish = fmin(wish, before(speed, distance - BEFORE_LINE));
    }
    return wish;
}

/* --- pedals ----------------------------------------------------------------------------------------------------- */

/* Wheel and pedals for an acceleration and a curvature; the foot follows what the vehicle makes of the pedals. */
static void put_pedals(const SeatValue *view, double wish, double curvature, SeatBuffer *out) {
    const SeatValue *ego = seat_get(view, "ego");
    double speed = seat_number(ego, "speed", 0.0), period = seat_number(view, "period", 0.01);
    double slack = FIRMNESS * period * (wish - seat_number(ego, "acceleration", 0.0)) / REACH;
    int stands = speed < 0.3 && wish < 0.1;
    foot = stands ? -0.3 : fmin(fmax(foot + slack, -1.0), 1.0);
    double pressed = stands ? foot : fmin(fmax(foot + 0.1 * wish / REACH, -1.0), 1.0);
    double wheels = atan(wheelbase * curvature) + 0.002 * speed * speed * curvature;
    seat_put_text(out, "wheel"), seat_put_number(out, steering_ratio * wheels);
    seat_put_text(out, "throttle"), seat_put_number(out, fmax(pressed, 0.0));
    seat_put_text(out, "brake"), seat_put_number(out, fmax(-pressed, 0.0));
}

/* --- messages --------------------------------------------------------------------------------------------------- */

static void answer(const SeatValue *view, SeatBuffer *out) {
    static Path own, path;
    const SeatValue *ego = seat_get(view, "ego");
    double speed = seat_number(ego, "speed", 0.0), length = seat_number(ego, "length", 4.6);
    int side = side_of(view);
    path_of(view, 0, &own);
    path_of(view, side, &path);
    if (path.count <= 2) path = own;
    double wish = fmin(freely(speed, &path), fmin(behind(view, &own), behind(view, &path)));
    wish = fmin(wish, at_lines(view, speed));
    const SeatValue *mission = seat_get(view, "mission");
    double rest = seat_number(mission, "remaining", INFINITY);
    if (!side && seat_number(mission, "shift", 0.0) != 0.0)
        wish = fmin(wish, before(speed, seat_number(mission, "follows", INFINITY) - LANE_END));
    wish = fmax(fmin(wish, before(speed, rest - 0.5 * length)), -HARD);
    seat_map(out, 3);
    seat_put_text(out, "kind"), seat_put_text(out, "answer");
    seat_put_text(out, "step"), seat_put_integer(out, (int64_t)seat_number(view, "step", 0.0));
    seat_put_text(out, "controls"), seat_map(out, has_pedals ? 5 : 4);
    seat_put_text(out, "kind"), seat_put_text(out, has_pedals ? "pedals" : "motion");
    seat_put_text(out, "turn_light"), seat_put_text(out, indicators(view, side));
    if (has_pedals) {
        put_pedals(view, wish, curvature_to(speed, &path), out);
        return;
    }
    seat_put_text(out, "acceleration"), seat_put_number(out, wish);
    seat_put_text(out, "curvature"), seat_put_number(out, curvature_to(speed, &path));
}

static void welcome(const SeatValue *hello, SeatBuffer *out) {
    headway = seat_number(seat_get(hello, "parameters"), "headway", headway);
    speed_factor = seat_number(seat_get(hello, "parameters"), "speed_factor", speed_factor);
    has_pedals = seat_is(hello, "controls", "pedals");
    wheelbase = seat_number(seat_get(hello, "vehicle"), "wheelbase", wheelbase);
    steering_ratio = seat_number(seat_get(hello, "vehicle"), "steering_ratio", steering_ratio);
    seat_map(out, 4);
    seat_put_text(out, "kind"), seat_put_text(out, "welcome");
    seat_put_text(out, "version"), seat_put_integer(out, 1);
    seat_put_text(out, "controls"), seat_put_text(out, has_pedals ? "pedals" : "motion");
    seat_put_text(out, "name"), seat_put_text(out, "route_driver.c");
}

int main(void) {
    SeatBuffer out = {0};
    const SeatValue *message;
    while ((message = seat_receive()) && !seat_is(message, "kind", "goodbye")) {
        if (seat_is(message, "kind", "hello")) welcome(message, &out);
        else if (seat_is(message, "kind", "step")) answer(message, &out);
        else continue;
        if (!seat_send(&out)) return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
