/* database.c: see database.h. */
#include "database.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

static char temporary[PATH_BYTES];       /* its folder; empty when there is none */

/* Every folder on the way to a file, for this user alone. */
static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        bool made;
        *slash = 0;
        made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made) return false;
    }
    return true;
}

/* Where the desktop says that programs keep what is the user's. */
static bool own_path(char path[PATH_BYTES])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int         length;

    if (data && data[0] == '/') length = snprintf(path, PATH_BYTES, "%s/mestre/games.db", data);
    else if (home && home[0] == '/') length = snprintf(path, PATH_BYTES, "%s/.local/share/mestre/games.db", home);
    else return false;
    return length < PATH_BYTES;
}

static struct store *open_own(struct hosting *hosting, struct fault *fault)
{
    char path[PATH_BYTES];

    if (!own_path(path)) {
        fault_say(fault, "games", 0, "neither XDG_DATA_HOME nor HOME says where to keep them");
        return NULL;
    }
    if (!make_folders(path)) {
        fault_say(fault, path, 0, "its folder cannot be made: %s", strerror(errno));
        return NULL;
    }
    return hosting_store(hosting, path, fault);
}

static struct store *open_temporary(struct hosting *hosting, struct fault *fault)
{
    const char *folder = getenv("TMPDIR");
    char        path[PATH_BYTES + 16];

    snprintf(temporary, sizeof temporary, "%s/mestre-XXXXXX", folder && folder[0] == '/' ? folder : "/tmp");
    if (!mkdtemp(temporary)) {
        fault_say(fault, temporary, 0, "cannot be made: %s", strerror(errno));
        temporary[0] = 0;
        return NULL;
    }
    snprintf(path, sizeof path, "%s/games.db", temporary);
    return hosting_store(hosting, path, fault);
}

struct store *database_open(struct hosting *hosting, const char *path)
{
    struct fault  fault = { .set = false };
    struct store *store = path ? hosting_store(hosting, path, &fault) : open_own(hosting, &fault);

    if (store) return store;
    host_complain(&fault);
    if (path) return NULL;
    fprintf(stderr, "mestre: the games of this session will be lost at its end; --db FILE keeps them elsewhere\n");
    fault.set = false;
    store = open_temporary(hosting, &fault);
    if (!store) host_complain(&fault);
    return store;
}

void database_forget(void)
{
    static const char *const files[] = { "games.db", "games.db-wal", "games.db-shm" };

    if (!temporary[0]) return;
    for (int i = 0; i < 3; i++) {
        char path[PATH_BYTES + 16];
        snprintf(path, sizeof path, "%s/%s", temporary, files[i]);
        unlink(path);
    }
    rmdir(temporary);
    temporary[0] = 0;
}
