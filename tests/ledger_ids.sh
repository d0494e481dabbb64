#!/bin/sh
# ledger_ids.sh ROOT: a ruleset's rules.json and its ledger name the same rules, in the same order.
root=$1
status=0
for rules in "$root"/data/*/rules.json; do
    ruleset=$(basename "$(dirname "$rules")")
    sed -n 's/^ *{"id": *"\([^"]*\)".*/\1/p' "$rules" >"${TMPDIR:-/tmp}/data-ids.$$"
    "$root/tools/ledger-ids" "$ruleset" >"${TMPDIR:-/tmp}/ledger-ids.$$" || status=1
    if diff "${TMPDIR:-/tmp}/ledger-ids.$$" "${TMPDIR:-/tmp}/data-ids.$$"; then
        echo "$ruleset: $(wc -l <"${TMPDIR:-/tmp}/data-ids.$$") rules, the same in ledger and data"
    else
        echo "$ruleset: the ledger (<) and data/$ruleset/rules.json (>) name different rules"
        status=1
    fi
    rm -f "${TMPDIR:-/tmp}/data-ids.$$" "${TMPDIR:-/tmp}/ledger-ids.$$"
done
exit $status
