/*
 * hash.h: the 64-bit hash that names a state. The same bytes give the same number in every build.
 *
 * The function is XXH64, so that any other program can recompute it. It is no defence against somebody who
 * searches for two inputs with one hash.
 */
#ifndef MESTRE_HASH_H
#define MESTRE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* XXH64 with seed 0; `bytes` may be NULL when length is 0, which gives 0xef46db3751d8e999. */
uint64_t hash_bytes(const void *bytes, size_t length);

/* The same, continued: hash_more(hash_bytes(a), b) depends on both and on their order. (XXH64 with `hash` as seed.) */
uint64_t hash_more(uint64_t hash, const void *bytes, size_t length);

#endif
