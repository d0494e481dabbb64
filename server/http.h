/*
 * http.h: reading the few HTTP header fields we use. Pure text functions: no network, no memory of their own.
 *
 * Every argument comes from a stranger. A NULL header means that it was not sent.
 */
#ifndef MESTRE_HTTP_H
#define MESTRE_HTTP_H

#include <stdbool.h>
#include <stddef.h>

/* Accept-Encoding: is gzip welcome (named, or covered by "*", and not with q=0)? */
bool http_accepts_gzip(const char *accept_encoding);

/* If-None-Match: does the list hold this quoted tag, or "*"? Compared weakly, as the field demands. */
bool http_tag_listed(const char *if_none_match, const char *etag);

/*
 * The value of `name` in a Cookie field or in a query string "a=1&b=2", into value[0..capacity) with its NUL.
 * False, and an empty value, when it is absent or does not fit. Query values are taken as they are, undecoded.
 */
bool http_cookie(const char *cookie, const char *name, char *value, size_t capacity);
bool http_query(const char *query, const char *name, char *value, size_t capacity);

/*
 * Host: is it one of the names (NULL-terminated list) with this port? Without a port in the field, 80 is meant.
 * A page elsewhere whose name was made to point at this machine (DNS rebinding) sends its own name here.
 */
bool http_host_allowed(const char *host, const char *const *names, int port);

/* Origin: "http://" and an allowed host; an absent field is allowed, "null" is not. */
bool http_origin_allowed(const char *origin, const char *const *names, int port);

/*
 * Behind a proxy the port and the scheme that a browser sees are not ours. Host: is it one of the names, with any port or
 * none? Origin: is it "http://" or "https://" and exactly this Host? An absent Origin is allowed, "null" is not.
 */
bool http_host_named(const char *host, const char *const *names);
bool http_origin_is_host(const char *origin, const char *host);

/* A list of words with commas between them, such as Sec-WebSocket-Protocol: does it hold this very word? */
bool http_word_listed(const char *list, const char *word);

/* Is this whole text UTF-8, without surrogates, overlong forms and numbers beyond U+10FFFF? */
bool http_utf8(const char *text, size_t length);

/* May this URL path (beginning with a slash) name a file below a folder? No empty, hidden or ".." parts, no odd characters. */
bool http_path_clean(const char *path);

#endif
