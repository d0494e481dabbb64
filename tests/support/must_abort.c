/* must_abort.c: in tests and tools a bug aborts at once. */
#include "must.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void must_failed(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: must(%s) failed\n", file, line, what);
    abort();
}
