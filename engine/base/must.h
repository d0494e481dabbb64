/*
 * must.h: the one way to say "this cannot happen".
 *
 * A refusal is normal, a fault of input is a sentence (fault.h), and a bug is a failed must().
 * The engine does not know what to do about a bug, so the host says: tests and tools abort, the server
 * ends that one game, the browser traps. must_failed() never returns.
 */
#ifndef MESTRE_MUST_H
#define MESTRE_MUST_H

_Noreturn void must_failed(const char *what, const char *file, int line);   /* defined by the host */

#define must(condition) ((condition) ? (void)0 : must_failed(#condition, __FILE__, __LINE__))

#endif
