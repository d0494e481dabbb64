#include "maths.h"

#include "must.h"
#include "sine_table.h"

enum { QUARTER_TURN = FULL_TURN / 4, HALF_TURN = FULL_TURN / 2, EIGHTH_TURN = FULL_TURN / 8 };

/* The root of 256 i + 255, rounded down, for i from 64 to 255: the first eight bits of a root. */
static const uint8_t root_start[192] = {
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 143, 144, 145, 146, 147, 148, 149, 150,
    150, 151, 152, 153, 154, 155, 155, 156, 157, 158, 159, 159, 160, 161, 162, 163, 163, 164, 165, 166, 167, 167, 168, 169,
    170, 170, 171, 172, 173, 173, 174, 175, 175, 176, 177, 178, 178, 179, 180, 181, 181, 182, 183, 183, 184, 185, 185, 186,
    187, 187, 188, 189, 189, 190, 191, 191, 192, 193, 193, 194, 195, 195, 196, 197, 197, 198, 199, 199, 200, 201, 201, 202,
    203, 203, 204, 204, 205, 206, 206, 207, 207, 208, 209, 209, 210, 211, 211, 212, 212, 213, 214, 214, 215, 215, 216, 217,
    217, 218, 218, 219, 219, 220, 221, 221, 222, 222, 223, 223, 224, 225, 225, 226, 226, 227, 227, 228, 229, 229, 230, 230,
    231, 231, 232, 232, 233, 234, 234, 235, 235, 236, 236, 237, 237, 238, 238, 239, 239, 240, 241, 241, 242, 242, 243, 243,
    244, 244, 245, 245, 246, 246, 247, 247, 248, 248, 249, 249, 250, 250, 251, 251, 252, 252, 253, 253, 254, 254, 255, 255
};

/* As root64() below, with the first of its steps alone. */
static uint32_t root32(uint32_t n)
{
    int      shift;
    uint32_t root;

    if (n == 0) return 0;
    shift = __builtin_clz(n) & ~1;
    n   <<= shift;
    root  = root_start[(n >> 24) - 64];
    root  = (root << 7) + (n >> 9) / root;
    while (root > UINT16_MAX || root * root > n) root--;
    return root >> (shift / 2);
}

/*
 * The number is shifted up by an even number of bits until its top byte is 64 or more, and its root down again by half
 * as many. From eight bits of the root one step of Newton's method makes sixteen and another all, which two divisions
 * do instead of six. No step falls below the root, so that what is too much is taken off at the end.
 */
uint32_t root64(uint64_t n)
{
    int      shift;
    uint64_t root;

    if (n >> 32 == 0) return root32((uint32_t)n);
    shift = __builtin_clzll(n) & ~1;
    n   <<= shift;
    root  = root_start[(n >> 56) - 64];
    root  = (root << 7) + (uint32_t)(n >> 41) / (uint32_t)root;
    root  = (root << 15) + (n >> 17) / root;
    while (root > UINT32_MAX || root * root > n) root--;
    return (uint32_t)(root >> (shift / 2));
}

/* The root of the leading 64 bits, rounded up, is right to 31 bits; two Newton steps do the rest. */
uint64_t root128(uint128 n)
{
    int     shift;
    uint128 root;
    uint128 next;

    if (n >> 64 == 0) return root64((uint64_t)n);
    shift = (64 - __builtin_clzll((uint64_t)(n >> 64)) + 1) / 2 * 2;
    root  = ((uint128)root64((uint64_t)(n >> shift)) + 1) << (shift / 2);
    for (next = (root + n / root) / 2; next < root; next = (root + n / root) / 2) root = next;
    return (uint64_t)root;
}

int64_t divide_round(int64_t a, int64_t b)
{
    uint64_t size    = a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
    uint64_t divisor = (uint64_t)b;
    uint64_t quotient;

    must(b > 0);
    quotient = size / divisor;
    if (size % divisor >= divisor - divisor / 2) quotient++;
    return a < 0 ? -(int64_t)quotient : (int64_t)quotient;
}

int64_t divide_round128(int128 a, int64_t b)
{
    uint128  size    = a < 0 ? 0 - (uint128)a : (uint128)a;
    uint64_t divisor = (uint64_t)b;
    uint128  quotient;

    must(b > 0);
    if (size >> 63 == 0) return divide_round((int64_t)a, b);
    quotient = size / divisor;
    if (size - quotient * divisor >= divisor - divisor / 2) quotient++;
    must(quotient <= INT64_MAX);
    return a < 0 ? -(int64_t)quotient : (int64_t)quotient;
}

int64_t divide_floor(int64_t a, int64_t b)
{
    must(b > 0);
    return a / b - (a % b < 0 ? 1 : 0);
}

int32_t heading_normal(int64_t heading)
{
    int32_t rest;

    if (heading >= 0 && heading < FULL_TURN) return (int32_t)heading;
    rest = (int32_t)(heading % FULL_TURN);
    return rest < 0 ? rest + FULL_TURN : rest;
}

int32_t heading_apart(int32_t a, int32_t b)
{
    int32_t apart = heading_normal((int64_t)a - b);

    return apart > HALF_TURN ? FULL_TURN - apart : apart;
}

int32_t heading_sine(int32_t heading)
{
    int32_t rest = heading_normal(heading);
    int32_t sign = 1;

    if (rest >= HALF_TURN) {
        rest -= HALF_TURN;
        sign = -1;
    }
    return sign * sine_quadrant[rest > QUARTER_TURN ? HALF_TURN - rest : rest];
}

/* Without branches that depend on the quarter: headings come in no order, and a wrong guess costs more than the work. */
void heading_sines(int32_t heading, int32_t *sine, int32_t *cosine)
{
    int32_t rest    = heading_normal(heading);
    int32_t quarter = rest / QUARTER_TURN;
    int32_t beyond  = rest % QUARTER_TURN;
    int32_t part[2] = { sine_quadrant[beyond], sine_quadrant[QUARTER_TURN - beyond] };
    int32_t is_odd  = quarter & 1;

    *sine   = part[is_odd] * (1 - (quarter & 2));
    *cosine = part[1 - is_odd] * (1 - ((quarter + 1) & 2));
}

int32_t heading_cosine(int32_t heading)
{
    return heading_sine(heading_normal((int64_t)heading + QUARTER_TURN));
}

/*
 * Whether the vector with `across` beside and `along` ahead leans more than h and a half hundredths, 0 <= h < 4500.
 * The boundary's sine and cosine come from the addition formulas with 63 bits; 99 are kept, so that products with
 * parts up to HEADING_EXACT fit. tools/sine_table.mjs proves that this precision decides every such vector.
 */
static bool leans_beyond_half(uint64_t across, uint64_t along, int32_t h)
{
    const struct sine_pair *degree = &sine_degree[h / 100];
    const struct sine_pair *half   = &sine_half_hundredth[h % 100];
    uint128 sine   = (uint128)degree->sine * half->cosine + (uint128)degree->cosine * half->sine;
    uint128 cosine = (uint128)degree->cosine * half->cosine - (uint128)degree->sine * half->sine;

    return across * (cosine >> 27) > along * (sine >> 27);
}

/* The heading of (across, along) with 0 <= across <= along: 0..4500. */
static int32_t heading_in_eighth(uint64_t across, uint64_t along)
{
    int32_t low  = 0;
    int32_t high = EIGHTH_TURN;

    while (low < high) {
        int32_t middle = (low + high + 1) / 2;

        if (across * (uint64_t)sine_quadrant[QUARTER_TURN - middle] >= along * (uint64_t)sine_quadrant[middle]) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    while (low > 0 && !leans_beyond_half(across, along, low - 1)) low--;
    while (low < EIGHTH_TURN && leans_beyond_half(across, along, low)) low++;
    return low;
}

int32_t heading_of(int64_t x, int64_t y)
{
    uint64_t across = x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
    uint64_t along  = y < 0 ? 0 - (uint64_t)y : (uint64_t)y;
    int32_t  heading;

    if (x == 0 && y == 0) return 0;
    while (across > HEADING_EXACT || along > HEADING_EXACT) {
        across >>= 1;
        along >>= 1;
    }
    heading = across <= along ? heading_in_eighth(across, along) : QUARTER_TURN - heading_in_eighth(along, across);
    if (y < 0) heading = HALF_TURN - heading;
    if (x < 0) heading = FULL_TURN - heading;
    return heading_normal(heading);
}
