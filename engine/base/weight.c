/* weight.c: see weight.h. Numbers are four 64-bit limbs; every step that could overflow says so. */
#include "weight.h"
#include "maths.h"
#include "must.h"

#include <string.h>

static const uint64_t prime[3] = { 2, 3, 5 };

static bool times_small(uint64_t limb[4], uint64_t factor)
{
    uint128 carry = 0;

    for (int i = 0; i < 4; i++) {
        carry += (uint128)limb[i] * factor;
        limb[i] = (uint64_t)carry;
        carry >>= 64;
    }
    return carry == 0;
}

static uint64_t divide_small(uint64_t limb[4], uint64_t divisor)
{
    uint128 rest = 0;

    for (int i = 3; i >= 0; i--) {
        rest = rest << 64 | limb[i];
        limb[i] = (uint64_t)(rest / divisor);
        rest %= divisor;
    }
    return (uint64_t)rest;
}

static bool is_zero(const uint64_t limb[4])
{
    return !(limb[0] | limb[1] | limb[2] | limb[3]);
}

static bool times_power(uint64_t limb[4], uint64_t base, int power)
{
    while (power-- > 0)
        if (!times_small(limb, base)) return false;
    return true;
}

bool weight_is_zero(struct weight a)
{
    return !a.lost && is_zero(a.limb);
}

struct weight weight_of(uint64_t numerator, uint64_t denominator)
{
    struct weight w = { { numerator, 0, 0, 0 }, { 0, 0, 0 }, false };

    must(denominator > 0);
    for (int i = 0; i < 3; i++)
        while (denominator % prime[i] == 0) {
            denominator /= prime[i];
            w.power[i]++;
        }
    must(denominator == 1);
    return w;
}

struct weight weight_reduced(struct weight a)
{
    if (a.lost) return a;
    if (is_zero(a.limb)) {
        memset(a.power, 0, sizeof a.power);
        return a;
    }
    for (int i = 0; i < 3; i++)
        while (a.power[i]) {
            uint64_t tried[4];
            memcpy(tried, a.limb, sizeof tried);
            if (divide_small(tried, prime[i])) break;
            memcpy(a.limb, tried, sizeof tried);
            a.power[i]--;
        }
    return a;
}

static bool multiply(const uint64_t a[4], const uint64_t b[4], uint64_t product[4])
{
    memset(product, 0, 4 * sizeof *product);
    for (int i = 0; i < 4; i++) {
        uint128 carry = 0;
        if (!a[i]) continue;
        for (int j = 0; j < 4; j++) {
            if (i + j > 3) {
                if (b[j] || carry) return false;
                continue;
            }
            carry += (uint128)a[i] * b[j] + product[i + j];
            product[i + j] = (uint64_t)carry;
            carry >>= 64;
        }
        if (carry) return false;
    }
    return true;
}

struct weight weight_times(struct weight a, struct weight b)
{
    struct weight w = { .lost = a.lost || b.lost };

    if (w.lost) return w;
    if (!multiply(a.limb, b.limb, w.limb)) {
        a = weight_reduced(a);
        b = weight_reduced(b);
        if (!multiply(a.limb, b.limb, w.limb)) return (struct weight){ .lost = true };
    }
    for (int i = 0; i < 3; i++) w.power[i] = (uint16_t)(a.power[i] + b.power[i]);
    return w;
}

static bool add(struct weight a, struct weight b, struct weight *sum)
{
    uint128 carry = 0;

    for (int i = 0; i < 3; i++) {
        if (!times_power(a.limb, prime[i], b.power[i] - a.power[i])) return false;
        if (!times_power(b.limb, prime[i], a.power[i] - b.power[i])) return false;
        sum->power[i] = a.power[i] > b.power[i] ? a.power[i] : b.power[i];
    }
    for (int i = 0; i < 4; i++) {
        carry += (uint128)a.limb[i] + b.limb[i];
        sum->limb[i] = (uint64_t)carry;
        carry >>= 64;
    }
    sum->lost = false;
    return carry == 0;
}

struct weight weight_plus(struct weight a, struct weight b)
{
    struct weight sum = { .lost = true };

    if (a.lost || b.lost) return sum;
    if (add(a, b, &sum) || add(weight_reduced(a), weight_reduced(b), &sum)) return sum;
    return (struct weight){ .lost = true };
}

bool weight_equal(struct weight a, struct weight b)
{
    a = weight_reduced(a);
    b = weight_reduced(b);
    return !a.lost && !b.lost && !memcmp(a.limb, b.limb, sizeof a.limb) && !memcmp(a.power, b.power, sizeof a.power);
}

/* Long division bit by bit: the numerator times parts may need 320 bits, so the quotient is built from the top. */
uint64_t weight_share(struct weight a, uint64_t parts)
{
    uint64_t share[5] = { 0 };
    uint128  carry = 0;

    must(!a.lost && parts <= (uint64_t)1 << 62);
    for (int i = 0; i < 4; i++) {
        carry += (uint128)a.limb[i] * parts;
        share[i] = (uint64_t)carry;
        carry >>= 64;
    }
    share[4] = (uint64_t)carry;
    for (int p = 0; p < 3; p++) {
        /* Divide by chunks of the prime power that fit in 32 bits, largest first. */
        int left = a.power[p];
        while (left) {
            uint64_t divisor = 1;
            uint128  rest = 0;
            while (left && divisor <= UINT32_MAX / prime[p]) {
                divisor *= prime[p];
                left--;
            }
            for (int i = 4; i >= 0; i--) {
                rest = rest << 64 | share[i];
                share[i] = (uint64_t)(rest / divisor);
                rest %= divisor;
            }
        }
    }
    must(!(share[1] | share[2] | share[3] | share[4]));
    return share[0];
}

static void write_limbs(const uint64_t limb[4], struct out *out)
{
    char     digits[80];
    int      n = 0;
    uint64_t left[4];

    memcpy(left, limb, sizeof left);
    do digits[n++] = (char)('0' + divide_small(left, 10));
    while (!is_zero(left));
    while (n) out_char(out, digits[--n]);
}

void weight_write(struct weight a, struct out *out)
{
    uint64_t denominator[4] = { 1, 0, 0, 0 };
    bool     fits = true;

    if (a.lost) {
        out_text(out, "lost");
        return;
    }
    a = weight_reduced(a);
    write_limbs(a.limb, out);
    if (!(a.power[0] | a.power[1] | a.power[2])) return;
    for (int i = 0; i < 3; i++) fits = fits && times_power(denominator, prime[i], a.power[i]);
    out_char(out, '/');
    if (fits) write_limbs(denominator, out);
    else out_format(out, "2^%u*3^%u*5^%u", a.power[0], a.power[1], a.power[2]);
}

static bool read_limbs(const char **text, uint64_t limb[4])
{
    const char *p = *text;

    memset(limb, 0, 4 * sizeof *limb);
    if (*p < '0' || *p > '9') return false;
    for (; *p >= '0' && *p <= '9'; p++) {
        uint128 carry = (uint128)(*p - '0');
        if (!times_small(limb, 10)) return false;
        for (int i = 0; i < 4; i++) {
            carry += limb[i];
            limb[i] = (uint64_t)carry;
            carry >>= 64;
        }
        if (carry) return false;
    }
    *text = p;
    return true;
}

bool weight_read(const char *text, struct weight *a)
{
    uint64_t denominator[4] = { 1, 0, 0, 0 };

    memset(a, 0, sizeof *a);
    if (!read_limbs(&text, a->limb)) return false;
    if (*text == '/') {
        text++;
        if (!read_limbs(&text, denominator) || is_zero(denominator)) return false;
    }
    if (*text) return false;
    for (int i = 0; i < 3; i++)
        for (;;) {
            uint64_t tried[4];
            memcpy(tried, denominator, sizeof tried);
            if (divide_small(tried, prime[i])) break;
            memcpy(denominator, tried, sizeof tried);
            a->power[i]++;
        }
    return denominator[0] == 1 && !denominator[1] && !denominator[2] && !denominator[3];
}
