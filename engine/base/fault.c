#include "fault.h"
#include "must.h"
#include "out.h"

static void make_presentable(struct out *out)
{
    if (out->full) out_trim(out);
    for (size_t i = 0; i < out->used; i++) {
        unsigned char c = (unsigned char)out->text[i];

        if (c < 0x20 || c == 0x7f) out->text[i] = '?';
    }
}

bool fault_vsay(struct fault *fault, const char *file, int32_t line, const char *format, va_list arguments)
{
    must(fault != NULL && file != NULL);
    if (fault->set) return false;

    struct out name = out_over(fault->file, sizeof fault->file);
    struct out text = out_over(fault->text, sizeof fault->text);

    out_text(&name, file);
    out_vformat(&text, format, arguments);
    make_presentable(&name);
    make_presentable(&text);
    fault->line = line;
    fault->set = true;
    return false;
}

bool fault_say(struct fault *fault, const char *file, int32_t line, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fault_vsay(fault, file, line, format, arguments);
    va_end(arguments);
    return false;
}
