/* baseline.h: how often SQLite itself commits here, one row of 400 bytes a commit, durable: the measure for our own commits. */
#ifndef MESTRE_LOAD_BASELINE_H
#define MESTRE_LOAD_BASELINE_H

/* Commits a second, over so many seconds, into a new file in the directory, which is deleted again. Below 0 when it cannot be done. */
double baseline_commits(const char *directory, double seconds);

#endif
