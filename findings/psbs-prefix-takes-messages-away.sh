#!/usr/bin/env bash
# The PuzzleScript build system takes messages out of the rules that it prefixes.
#
# Guess: the filter `add_prefix("late")` of psbs "adds it to every line": the rules in its block become late rules.
# What happens: each line is cut at the first "message", so a rule loses its message. What is left, an arrow with nothing
#   after it, is only a warning in PuzzleScript, and the rule is dropped. An object whose name holds that word ends the
#   line, too. `Message` with a capital letter is kept, although PuzzleScript knows no difference.
# Seen with: psbs 0.3.3, Jinja2 3.1.6 (Python 3.11).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

export PYTHONPATH="$folder/packages"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-compile --target packages \
    psbs==0.3.3 Jinja2==3.1.6 MarkupSafe==3.0.4 numpy==2.4.6 pillow==13.0.0

python3 -m psbs new game > /dev/null
cd game
cat > src/rules.pss <<'RULES'
(% filter add_prefix("late") %)
[ Player | Goal ] -> [ Player | Goal ] sfx1
[ Player | Sign ] -> message Mind the gap
[ Player | Sign ] -> Message Mind the gap
[ Player | message_in_a_bottle ] -> [ Player | Bottle ] checkpoint
(% endfilter %)
RULES
python3 -m psbs build > /dev/null
grep '^late' bin/script.txt | sed 's/ *$//' | tee seen.txt

cat > expected.txt <<'SEEN'
late [ Player | Goal ] -> [ Player | Goal ] sfx1
late [ Player | Sign ] ->
late [ Player | Sign ] -> Message Mind the gap
late [ Player |
SEEN
if ! diff expected.txt seen.txt; then
    echo "The behavior has changed: psbs writes other rules." >&2
    exit 1
fi
