#!/bin/sh
# forbidden_include.sh [BUILD]: a layer that includes a header of a layer above it does not compile.
#
# For each layer a tiny file is compiled with that layer's include folders: those of its compile command when the build folder is
# given, else those listed here. Headers that it may use must compile, the others must not; the compiler's word is shown.
root=$(readlink -f "$(dirname "$0")/../..")
build=$1
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

# The -I flags of a source of the layer, from the build's own list of commands.
flags_of() {
    if [ -n "$build" ]; then
        sed -n 's/^ *"command": "\(.*\)",*$/\1/p' "$build/compile_commands.json" | grep -m1 -e "-c [^ ]*engine/$1/[a-z_]*\.c$" |
            tr ' ' '\n' | grep '^-I'
    else
        for folder in $2; do echo "-I$root/engine/$folder"; done
    fi
}

# try LAYER "FOLDERS" "ALLOWED HEADERS" "FORBIDDEN HEADERS"
try() {
    flags=$(flags_of "$1" "$2")
    if [ -z "$flags" ]; then
        echo "$1: no include folder found"
        failed=1
    fi
    for header in $3 $4; do
        printf '#include "%s"\nextern int layer;\n' "$header" >"$work/layer.c"
        # shellcheck disable=SC2086
        if (cd "${build:-.}" && ${CC:-cc} -std=gnu11 $flags -fsyntax-only "$work/layer.c") 2>"$work/said"; then
            case " $3 " in *" $header "*) echo "$1 may include $header" ;; *) echo "$1 includes $header: FAILED"; failed=1 ;; esac
        else
            case " $3 " in
            *" $header "*) cat "$work/said"; echo "$1 may not include $header: FAILED"; failed=1 ;;
            *) echo "$1 may not include $header: $(grep -m1 error: "$work/said" | sed 's/^.*error: //')" ;;
            esac
        fi
    done
}

try base "base" "json.h dice.h" "table.h play.h sample.h game.h contract/play.h boards/table.h"
try boards "base boards" "json.h table.h" "play.h sample.h sample_rules.h odds.h game.h player.h contract/play.h rulesets/sample/sample.h"
try contract "base boards contract" "table.h play.h" "sample.h registry.h odds.h game.h referee/game.h"
try rulesets/sample "base boards contract rulesets/sample" "play.h table.h" "odds.h game.h player.h registry.h referee/game.h"
try odds "base boards contract odds" "odds.h" "sample.h sample/sample.h registry.h game.h player.h rulesets/sample/sample.h"
try referee "base boards contract registry odds referee" "game.h odds.h registry.h" "sample.h sample/sample.h player.h ai/player.h"
try ai "base boards contract registry odds referee ai" "player.h game.h" "sample.h sample/sample.h host.h net.h"
exit $failed
