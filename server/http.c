/* http.c: see http.h. */
#include "http.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The next part of a list up to `separator`, without surrounding blanks. False at the end of the list. */
static bool next_part(const char **list, char separator, const char **part, size_t *length)
{
    const char *start = *list;
    if (!start) return false;
    const char *end = strchr(start, separator);
    *list = end ? end + 1 : NULL;
    if (!end) end = start + strlen(start);
    while (start < end && blank(*start)) start++;
    while (end > start && blank(end[-1])) end--;
    *part = start;
    *length = (size_t)(end - start);
    return true;
}

static bool part_is(const char *part, size_t length, const char *word)
{
    return length == strlen(word) && strncasecmp(part, word, length) == 0;
}

/* ";q=0", "; q=0.000": the sender refuses this coding. */
static bool weight_is_zero(const char *part, size_t length)
{
    const char *end = part + length, *mark = memchr(part, ';', length);
    if (!mark) return false;
    for (mark++; mark < end && blank(*mark); mark++) { }
    if (end - mark < 3 || (mark[0] != 'q' && mark[0] != 'Q') || mark[1] != '=') return false;
    for (mark += 2; mark < end; mark++)
        if (*mark != '0' && *mark != '.' && !blank(*mark)) return false;
    return true;
}

bool http_accepts_gzip(const char *accept_encoding)
{
    const char *part;
    size_t length;
    int named = -1, any = -1;        /* -1 not mentioned, 0 refused, 1 welcome */

    while (next_part(&accept_encoding, ',', &part, &length)) {
        const char *mark = memchr(part, ';', length);
        size_t word = mark ? (size_t)(mark - part) : length;
        while (word > 0 && blank(part[word - 1])) word--;
        int welcome = !weight_is_zero(part, length);
        if (part_is(part, word, "gzip") || part_is(part, word, "x-gzip")) named = welcome;
        else if (part_is(part, word, "*")) any = welcome;
    }
    return named >= 0 ? named == 1 : any == 1;
}

bool http_tag_listed(const char *if_none_match, const char *etag)
{
    const char *part;
    size_t length, wanted = strlen(etag);

    while (next_part(&if_none_match, ',', &part, &length)) {
        if (length == 1 && *part == '*') return true;
        if (length > 2 && part[0] == 'W' && part[1] == '/') part += 2, length -= 2;
        if (length == wanted && memcmp(part, etag, wanted) == 0) return true;
    }
    return false;
}

static bool named_value(const char *list, char separator, const char *name, char *value, size_t capacity)
{
    const char *part;
    size_t length, wanted = strlen(name);

    value[0] = '\0';
    while (next_part(&list, separator, &part, &length)) {
        if (length <= wanted || part[wanted] != '=' || memcmp(part, name, wanted) != 0) continue;
        size_t size = length - wanted - 1;
        if (size >= capacity) return false;
        memcpy(value, part + wanted + 1, size);
        value[size] = '\0';
        return true;
    }
    return false;
}

bool http_cookie(const char *cookie, const char *name, char *value, size_t capacity)
{
    return named_value(cookie, ';', name, value, capacity);
}

bool http_query(const char *query, const char *name, char *value, size_t capacity)
{
    return named_value(query, '&', name, value, capacity);
}

bool http_host_allowed(const char *host, const char *const *names, int port)
{
    char wanted[8];
    snprintf(wanted, sizeof wanted, ":%u", (unsigned)port & 0xffff);
    for (; host && *names; names++) {
        size_t length = strlen(*names);
        if (strncasecmp(host, *names, length) != 0) continue;
        if (strcmp(host + length, wanted) == 0) return true;
        if (host[length] == '\0' && port == 80) return true;
    }
    return false;
}

bool http_origin_allowed(const char *origin, const char *const *names, int port)
{
    if (!origin) return true;
    return strncasecmp(origin, "http://", 7) == 0 && http_host_allowed(origin + 7, names, port);
}

bool http_host_named(const char *host, const char *const *names)
{
    for (; host && *names; names++) {
        size_t length = strlen(*names);
        if (strncasecmp(host, *names, length) != 0) continue;
        if (host[length] == '\0') return true;
        if (host[length] == ':' && host[length + 1 + strspn(host + length + 1, "0123456789")] == '\0') return true;
    }
    return false;
}

bool http_origin_is_host(const char *origin, const char *host)
{
    if (!origin) return true;
    if (!host) return false;
    if (strncasecmp(origin, "http://", 7) == 0) return strcasecmp(origin + 7, host) == 0;
    return strncasecmp(origin, "https://", 8) == 0 && strcasecmp(origin + 8, host) == 0;
}

bool http_word_listed(const char *list, const char *word)
{
    const char *part;
    size_t length, wanted = strlen(word);

    while (next_part(&list, ',', &part, &length))
        if (length == wanted && memcmp(part, word, wanted) == 0) return true;
    return false;
}

/* How many bytes the character that begins with these has, or 0. The second byte's limits keep out the forbidden ones. */
static size_t utf8_character(const unsigned char *at, size_t left)
{
    size_t size = at[0] < 0x80 ? 1 : at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : at[0] < 0xf5 ? 4 : 0;
    unsigned char low = at[0] == 0xe0 ? 0xa0 : at[0] == 0xf0 ? 0x90 : 0x80;
    unsigned char high = at[0] == 0xed ? 0x9f : at[0] == 0xf4 ? 0x8f : 0xbf;

    if (size > left) return 0;
    for (size_t i = 1; i < size; i++) {
        if (at[i] < low || at[i] > high) return 0;
        low = 0x80;
        high = 0xbf;
    }
    return size;
}

bool http_utf8(const char *text, size_t length)
{
    const unsigned char *at = (const unsigned char *)text, *end = at + length;

    while (at < end) {
        size_t size = utf8_character(at, (size_t)(end - at));
        if (!size) return false;
        at += size;
    }
    return true;
}

static bool path_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
}

bool http_path_clean(const char *path)
{
    if (*path != '/') return false;
    for (; *path; path++) {
        if (*path == '/' ? path[1] == '/' || path[1] == '.' || path[1] == '\0' : !path_character(*path)) return false;
    }
    return true;
}
