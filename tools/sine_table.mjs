// Writes engine/base/sine_table.h to standard output: node tools/sine_table.mjs > engine/base/sine_table.h
//
// All arithmetic is on BigInt with 320 fraction bits, so the table is the same wherever it is made. The script also
// proves what heading_of() promises: no whole vector up to HEADING_EXACT lies so near to a rounding boundary that
// the stored sines of whole degrees and of odd half hundredths could put it on the wrong side.

const BITS = 320n;
const ONE = 1n << BITS;
const multiply = (a, b) => (a * b) >> BITS;

function arctangentOfInverse(n) {
    let power = ONE / n, sum = power;
    for (let k = 3n, sign = -1n; power !== 0n; k += 2n, sign = -sign) {
        power /= n * n;
        sum += (sign * power) / k;
    }
    return sum;
}
const PI = 4n * (4n * arctangentOfInverse(5n) - arctangentOfInverse(239n));

// Sine and cosine of n thousandths of a degree, 0..90000, by their series.
function sineCosine(n) {
    const angle = (PI * BigInt(n)) / 180000n;
    let term = ONE, sine = 0n, cosine = 0n;
    for (let k = 0n; term !== 0n; k += 1n, term = multiply(term, angle) / k) {
        const sign = (k / 2n) % 2n === 0n ? 1n : -1n;
        if (k % 2n === 0n) cosine += sign * term; else sine += sign * term;
    }
    return { sine, cosine };
}
const scaled = (value, bits) => (value + (1n << (BITS - bits - 1n))) >> (BITS - bits);

const quadrant = [];
for (let i = 0; i <= 9000; i++) quadrant.push(scaled(sineCosine(i * 10).sine, 30n));

const degrees = [], halves = [];
for (let i = 0; i < 45; i++) degrees.push(sineCosine(i * 1000));
for (let i = 0; i < 100; i++) halves.push(sineCosine(i * 10 + 5));
const pair = ({ sine, cosine }) => `{ ${scaled(sine, 63n)}u, ${scaled(cosine, 63n)}u }`;

// A stored boundary direction is wrong by less than 2^-61 in each part, so a vector (a, b) with parts up to EXACT
// is judged rightly when |a cos - b sin| > 2 * EXACT * 2^-61. The smallest |a - b tan| is at a convergent of tan.
const EXACT = 1n << 24n;
const allowance = 2n * EXACT * (ONE >> 61n);
for (let h = 0; h < 4500; h++) {
    const { sine, cosine } = sineCosine(h * 10 + 5);
    let [p0, q0, p1, q1] = [0n, 1n, 1n, 0n], [numerator, denominator] = [sine, cosine];
    for (;;) {
        const whole = numerator / denominator;
        [p0, p1] = [p1, whole * p1 + p0];
        [q0, q1] = [q1, whole * q1 + q0];
        if (q1 > EXACT) break;
        const distance = p1 * cosine - q1 * sine;
        if ((distance < 0n ? -distance : distance) <= allowance) throw new Error(`boundary ${h}: ${p1}/${q1} is too near`);
        [numerator, denominator] = [denominator, numerator - whole * denominator];
        if (denominator === 0n) break;
    }
}

const rows = (items, width) => {
    const lines = [];
    for (let i = 0; i < items.length; i += width) lines.push('    ' + items.slice(i, i + width).join(', ') + ',');
    return lines.join('\n');
};
console.log(`/*
 * sine_table.h: the committed sines, written by tools/sine_table.mjs. Included by maths.c only.
 */
#ifndef MESTRE_SINE_TABLE_H
#define MESTRE_SINE_TABLE_H

#include <stdint.h>

/*
 * sine_quadrant[h] is the sine of h hundredths of a degree times 2^30, rounded to the nearest. A host that must be small holds the
 * same table itself (MESTRE_HOST_SINES) and may unpack it before the first call.
 */
#ifdef MESTRE_HOST_SINES
extern const int32_t sine_quadrant[9001];
#else
static const int32_t sine_quadrant[9001] = {
${rows(quadrant, 10)}
};
#endif

/* Sine and cosine times 2^63, rounded to the nearest: of whole degrees, and of half, one and a half... hundredths. */
struct sine_pair {
    uint64_t sine;
    uint64_t cosine;
};

static const struct sine_pair sine_degree[45] = {
${rows(degrees.map(pair), 2)}
};

static const struct sine_pair sine_half_hundredth[100] = {
${rows(halves.map(pair), 2)}
};

#endif`);
