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
#define STANDS 0.15     /* m/s, below which it has stopped at a stop sign */
#define BEFORE_LINE 1.0 /* m, how far before a waiting line it stops */
#define EARLY 0.8       /* s, how long before a limit or a curve it wants to have slowed down */
#define LANE_END 20.0   /* m, how far before the end of a lane that it has to leave it waits for room */
#define CROSSING 7.0    /* m/s, the most that it reckons with on its way through a junction, straight on */
#define TURNING 4.8     /* m/s, and as it turns */
#define GAP 9.0         /* s, a vehicle that goes first and comes within this time is waited for */
#define SPARE 2.5       /* s, how long before such a vehicle comes it wants to be past */
#define REACH 6.0       /* m/s², what the pedals give when they are pressed to the floor, roughly */
#define FIRMNESS 1.2    /* 1/s, how fast its foot corrects what the vehicle makes of them */
#define BEFORE_PEOPLE 1.2 /* m, how much more it wants beside people who face its path, or cross it */
#define MARGIN 0.4      /* m, room that it wants to either side of what stands beside its path */
#define BLOCKED 3.0     /* s, how long it stands before a barrier until it asks for another way */
#define BROKEN_DOWN 12.0 /* s, and behind hazard lights */
#define COMES_OVER 2.0  /* s, who would come onto its path from beside within this time is given way, */
#define ALONG 0.4       /* rad, if it is turned from the path by no more than this, as on a ramp */
#define BACK 2.6        /* rad, where its way leads back by more than this it turns round in several moves, */
#define DONE 0.4        /* rad, until less than this is missing, */
#define TIGHT 0.19      /* 1/m, with its wheels turned so far */
#define NEAR 14.0       /* m, within which its way has to lead back for that */
#define BEHIND 6.0      /* m, how far behind the bend its way back is straight */
#define LEAD 5.0        /* m, how far ahead on that line it steers for in the end */
#define KERB 0.35       /* m, what it leaves to the borders of the road as it turns round */
#define CLOSE 1.0       /* m, and to others */
#define ROOM 8.0        /* m, how much room it likes ahead for it */
#define PI 3.14159265358979323846
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
    int is_person, is_light, is_broken_down, goes_first;
} Other;

typedef struct {
    double acceleration, curvature;
    const char *turn_light;
    int reverse;
} Wanted;

/* The moves by which it turns round. */
typedef enum { NONE, BACK_OFF, FORWARD, BACKWARD, ONTO } Move;

static double headway = 1.4, speed_factor = 1.0; /* its parameters */
static double stopped_at = -1.0;                 /* s, when it last stood at a stop sign */
static int has_pedals = 0;                       /* whether the seat takes pedals, and what the vehicle is like */
static double wheelbase = 2.7, steering_ratio = 15.0;
static double blocked_since = -1.0; /* s */
static int asks = 0;                /* whether it asks for another way */
static Move move = NONE;
static double line_x, line_y, line_heading, side; /* the line of its way back, in the world; 1 if that lies to its left */
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
    const SeatValue *kind = seat_get(objects, "kind") + 1 + row, *light = seat_get(objects, "turn_light") + 1 + row;
    return (Other){
        cell(objects, "ahead", row),
        cell(objects, "left", row),
        cell(objects, "turned", row),
        cell(objects, "speed", row),
        cell(objects, "length", row),
        cell(objects, "width", row),
        cell(objects, "lane", row),
        seat_equals(kind, "person"),
        seat_equals(kind, "barrier") || seat_equals(kind, "cone"),
        seat_equals(light, "hazard"),
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
    double best = INFINITY;
    int at = 0;
    if (other->ahead < 0.0 || path->count < 2) return -1.0;
    for (int i = 0; i < path->count; i++) {
        double off = hypot(path->points[i].ahead - other->ahead, path->points[i].left - other->left);
        if (off < best) best = off, at = i;
    }
    const Point *nearest = &path->points[at], *here = &path->points[at < path->count - 2 ? at : path->count - 2];
    double turned = other->turned - atan2(here[1].left - here->left, here[1].ahead - here->ahead);
    double drift = -copysign(other->speed, other->left - nearest->left) * sin(turned);
    double room = 0.5 * (own_width + other->width) + MARGIN;
    if (other->is_person && fabs(sin(other->turned)) > 0.5) room += BEFORE_PEOPLE;
    if (fabs(turned) < ALONG) room += COMES_OVER * fmax(drift, 0.0);
    return best < room && nearest->distance > 0.0 ? nearest->distance : -1.0;
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

/* How long it takes to the far end of a junction: it speeds up, or slows down to the line, and then drives on. */
static double passing_time(double speed, const SeatValue *stop, double before_line, double inside) {
    double most = seat_is(stop, "turn", "straight") ? CROSSING : TURNING;
    double way = before_line + inside, room = (most * most - speed * speed) / (2.0 * LIVELY);
    if (speed >= most) return 2.0 * before_line / (speed + most) + inside / most;
    if (way < room) return (sqrt(speed * speed + 2.0 * LIVELY * way) - speed) / LIVELY;
    return (most - speed) / LIVELY + (way - room) / most;
}

/* Whether a vehicle that goes first would come before it has passed. */
static int is_someone_coming(const SeatValue *view, const SeatValue *stop) {
    const SeatValue *ego = seat_get(view, "ego"), *objects = seat_get(view, "objects");
    double speed = seat_number(ego, "speed", 0.0), distance = seat_number(stop, "distance", 0.0);
    double inside = seat_number(stop, "through", 0.0) + seat_number(ego, "length", 4.6);
    double passing = passing_time(speed, stop, fmax(distance, 0.0), inside);
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
    if (seat_number(seat_get(view, "ego"), "speed", 0.0) < STANDS && distance < 4.0) stopped_at = now;
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

/* --- where its way is blocked --------------------------------------------------------------------------------------- */

/* Whether it has stood long enough before what will not go away: a barrier, or hazard lights. */
static int is_blocked(const SeatValue *view, const Path *path) {
    const SeatValue *ego = seat_get(view, "ego"), *objects = seat_get(view, "objects");
    double now = seat_number(view, "date", 0.0) / 1e9, patience = INFINITY;
    for (uint32_t row = 0; row < others_in(objects); row++) {
        Other other = other_at(objects, row);
        double far = other.speed < 0.2 ? on_path(&other, seat_number(ego, "width", 1.9), path) : -1.0;
        if (far < 0.0 || far >= 15.0) continue;
        if (other.is_light) patience = fmin(patience, BLOCKED);
        else if (other.is_broken_down) patience = fmin(patience, BROKEN_DOWN);
    }
    if (isinf(patience) || fabs(seat_number(ego, "speed", 0.0)) > 0.3) {
        blocked_since = -1.0;
        return 0;
    }
    if (blocked_since < 0.0) blocked_since = now;
    return now - blocked_since > patience;
}

/* The direction in which its way leads within some metres that is furthest from its own, and the point behind it. */
static double way_back(const Path *path, int *point) {
    double way = 0.0;
    *point = -1;
    for (int i = 0; i + 1 < path->count && path->points[i].distance < NEAR; i++) {
        const Point *here = &path->points[i], *on = here + 1;
        double found = atan2(on->left - here->left, on->ahead - here->ahead);
        if (*point < 0 || fabs(found) > fabs(way)) way = found, *point = i + 1;
    }
    return way;
}

/* Remember the line of the way back in the world: as it turns, its way begins anew from wherever it is. */
static void note_line(const SeatValue *ego, const Path *path, int point) {
    double x = seat_number(ego, "x", 0.0), y = seat_number(ego, "y", 0.0), heading = seat_number(ego, "heading", 0.0);
    int i = point;
    while (i < path->count && path->points[i].distance < path->points[point].distance + BEHIND) i++;
    if (i >= path->count - 1) i = path->count - 2;
    const Point *there = &path->points[i], *on = there + 1;
    line_x = x + there->ahead * cos(heading) - there->left * sin(heading);
    line_y = y + there->ahead * sin(heading) + there->left * cos(heading);
    line_heading = heading + atan2(on->left - there->left, on->ahead - there->ahead);
    side = there->left > 0.0 ? 1.0 : -1.0;
}

/* How far it is turned from that line, and how far to the left of it. */
static void beside_line(const SeatValue *ego, double *turned, double *across) {
    double dx = seat_number(ego, "x", 0.0) - line_x, dy = seat_number(ego, "y", 0.0) - line_y;
    double off = fmod(seat_number(ego, "heading", 0.0) - line_heading + PI, 2.0 * PI);
    *turned = (off < 0.0 ? off + 2.0 * PI : off) - PI;
    *across = dy * cos(line_heading) - dx * sin(line_heading);
}

/* Metres to the nearest thing before its front bumper (1), or behind its rear one (-1). */
static double room_to(const SeatValue *view, double direction) {
    const SeatValue *ego = seat_get(view, "ego"), *objects = seat_get(view, "objects");
    double room = INFINITY, length = seat_number(ego, "length", 4.6), width = seat_number(ego, "width", 1.9);
    for (uint32_t row = 0; row < others_in(objects); row++) {
        Other other = other_at(objects, row);
        double c = fabs(cos(other.turned)), s = fabs(sin(other.turned));
        double reach = 0.5 * (c * other.length + s * other.width), breadth = 0.5 * (s * other.length + c * other.width);
        if (direction * other.ahead > 0.0 && fabs(other.left) < 0.5 * width + breadth + MARGIN)
            room = fmin(room, fmax(direction * other.ahead - 0.5 * length - reach, 0.0));
    }
    return room;
}

/* What it does next: back off from what is ahead, forward and back in turns, and then onto its way. */
static Move next_move(const SeatValue *view, double turned, double across) {
    const SeatValue *ego = seat_get(view, "ego");
    double half = 0.5 * cell(seat_get(view, "road"), "width", 0), kerb = KERB + 0.35 * fabs(seat_number(ego, "speed", 0.0));
    double length = 0.5 * seat_number(ego, "length", 4.6), width = 0.5 * seat_number(ego, "width", 1.9);
    double lean = fabs(width * cos(turned)), nose = side * (across + length * sin(turned));
    double tail = side * (across - length * sin(turned)), ahead = room_to(view, 1.0), behind = room_to(view, -1.0);
    double front = -nose + lean - half, rear = tail + lean - 3.0 * half; /* beyond the borders of two equal lanes */
    if (fabs(turned) < DONE && move != BACK_OFF) return ONTO;
    if (move == BACK_OFF) return ahead >= ROOM || behind < 2.0 * CLOSE ? FORWARD : BACK_OFF;
    if (move == BACKWARD) return rear > -kerb || behind < CLOSE ? FORWARD : BACKWARD;
    return front > -kerb || ahead < CLOSE ? BACKWARD : FORWARD;
}

/* The controls to turn round where its way leads back on the lane beside; 0 if it need not. */
static int turns_round(const SeatValue *view, const Path *path, Wanted *wanted) {
    const SeatValue *ego = seat_get(view, "ego");
    double speed = seat_number(ego, "speed", 0.0), turned, across;
    int point;
    double way = way_back(path, &point);
    if (move == NONE) {
        if (point < 0 || fabs(way) < BACK) return 0;
        note_line(ego, path, point);
        move = room_to(view, 1.0) < ROOM ? BACK_OFF : FORWARD;
    }
    beside_line(ego, &turned, &across);
    if (fabs(turned) < DONE && fabs(way) < BACK && fabs(across) < 2.0) {
        move = NONE;
        return 0;
    }
    move = next_move(view, turned, across);
    int is_back = move == BACKWARD || move == BACK_OFF;
    double pace = is_back ? -1.2 : 1.4, lead = atan2(-across, LEAD) - turned;
    int is_rolling_on = speed * pace < 0.0 && fabs(speed) > 0.15; /* it has to stand before it changes gear */
    double onto = fmin(fmax(2.0 * sin(lead) / hypot(across, LEAD), -TIGHT), TIGHT);
    wanted->acceleration = is_rolling_on ? -copysign(3.0, speed) : fmin(fmax(1.5 * (pace - speed), -4.0), 1.5);
    wanted->curvature = move == FORWARD ? side * TIGHT : move == BACKWARD ? -side * TIGHT : move == ONTO ? onto : 0.0;
    wanted->turn_light = side > 0.0 ? "left" : "right";
    wanted->reverse = is_rolling_on ? speed < 0.0 : is_back;
    return 1;
}

/* --- pedals ----------------------------------------------------------------------------------------------------- */

/* Wheel and pedals for what it wants; the foot follows what the vehicle makes of the pedals. */
static void put_pedals(const SeatValue *view, const Wanted *wanted, SeatBuffer *out) {
    const SeatValue *ego = seat_get(view, "ego");
    double ahead = wanted->reverse ? -1.0 : 1.0, wish = ahead * wanted->acceleration, curvature = wanted->curvature;
    double speed = ahead * seat_number(ego, "speed", 0.0), period = seat_number(view, "period", 0.01);
    double slack = FIRMNESS * period * (wish - ahead * seat_number(ego, "acceleration", 0.0)) / REACH;
    int stands = speed < 0.3 && wish < 0.1;
    foot = stands ? -0.3 : fmin(fmax(foot + slack, -1.0), 1.0);
    double pressed = stands ? foot : fmin(fmax(foot + 0.1 * wish / REACH, -1.0), 1.0);
    double wheels = atan(wheelbase * curvature) + 0.002 * speed * speed * curvature;
    seat_put_text(out, "wheel"), seat_put_number(out, steering_ratio * wheels);
    seat_put_text(out, "throttle"), seat_put_number(out, fmax(pressed, 0.0));
    seat_put_text(out, "brake"), seat_put_number(out, fmax(-pressed, 0.0));
}

/* --- messages --------------------------------------------------------------------------------------------------- */

static Wanted wanted_for(const SeatValue *view) {
    static Path own, path;
    const SeatValue *ego = seat_get(view, "ego");
    double speed = seat_number(ego, "speed", 0.0), length = seat_number(ego, "length", 4.6);
    Wanted wanted = {0};
    int to_side = side_of(view);
    path_of(view, 0, &own);
    path_of(view, to_side, &path);
    if (path.count <= 2) path = own;
    asks = is_blocked(view, &own);
    if (turns_round(view, &own, &wanted)) return wanted;
    double wish = fmin(freely(speed, &path), fmin(behind(view, &own), behind(view, &path)));
    wish = fmin(wish, at_lines(view, speed));
    const SeatValue *mission = seat_get(view, "mission");
    double rest = seat_number(mission, "remaining", INFINITY);
    if (!to_side && seat_number(mission, "shift", 0.0) != 0.0)
        wish = fmin(wish, before(speed, seat_number(mission, "follows", INFINITY) - LANE_END));
    wanted.acceleration = fmax(fmin(wish, before(speed, rest - 0.5 * length)), -HARD);
    wanted.curvature = curvature_to(speed, &path);
    wanted.turn_light = indicators(view, to_side);
    return wanted;
}

static void answer(const SeatValue *view, SeatBuffer *out) {
    Wanted wanted = wanted_for(view);
    seat_map(out, 4);
    seat_put_text(out, "kind"), seat_put_text(out, "answer");
    seat_put_text(out, "step"), seat_put_integer(out, (int64_t)seat_number(view, "step", 0.0));
    seat_put_text(out, "another_way"), seat_put_boolean(out, asks);
    seat_put_text(out, "controls"), seat_map(out, has_pedals ? 6 : 5);
    seat_put_text(out, "kind"), seat_put_text(out, has_pedals ? "pedals" : "motion");
    seat_put_text(out, "turn_light"), seat_put_text(out, wanted.turn_light);
    seat_put_text(out, "gear"), seat_put_text(out, wanted.reverse ? "reverse" : "drive");
    if (has_pedals) {
        put_pedals(view, &wanted, out);
        return;
    }
    seat_put_text(out, "acceleration"), seat_put_number(out, wanted.acceleration);
    seat_put_text(out, "curvature"), seat_put_number(out, wanted.curvature);
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
