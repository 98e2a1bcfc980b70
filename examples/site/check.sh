#!/bin/sh
# Holds the inputs of a site: the answer to each inputs/KIND-N.in is inputs/KIND-N.out, byte for byte.
# `sh check.sh --bless` writes the outputs.
cd "$(dirname "$0")" || exit 2
code=0
for input in inputs/*.in; do
  kind=$(basename "$input" | cut -d- -f1)
  output=${input%.in}.out
  if [ "${1:-}" = --bless ]; then
    puzzled run --as "$kind" "$input" > "$output" 2> /dev/null
  elif puzzled run --as "$kind" "$input" 2> /dev/null | cmp -s - "$output"; then
    echo "$input: right"
  else
    echo "$input: wrong"
    code=1
  fi
done
exit $code
