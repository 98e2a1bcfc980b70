#!/bin/sh
# Holds the inputs of a site: the answer to each inputs/KIND-N.in is inputs/KIND-N.out, byte for byte. Holds the
# problem packages, too: their validators accept their inputs and their answers, and reject others.
# `check.sh --bless` writes the outputs. `check.sh --submissions` also compiles the submissions of the packages with
# `c++` and judges them; problemtools does more: `verifyproblem -p config data validators submissions packages/rush`.
cd "$(dirname "$0")" || exit 2
code=0
said() {
  echo "$1: $2"
  [ "$2" = right ] || code=1
}

for input in inputs/*.in; do
  kind=$(basename "$input" | cut -d- -f1)
  output=${input%.in}.out
  if [ "${1:-}" = --bless ]; then
    puzzled run --as "$kind" "$input" > "$output" 2> /dev/null
  elif puzzled run --as "$kind" "$input" 2> /dev/null | cmp -s - "$output"; then
    said "$input" right
  else
    said "$input" wrong
  fi
done
[ "${1:-}" != --bless ] || exit 0

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
# ends CODE COMMAND…: whether the command ends with that code.
ends() {
  expected=$1
  shift
  "$@" > /dev/null 2>&1
  [ $? = "$expected" ]
}
# validators PACKAGE: builds them in $work.
validators() {
  for role in input output; do
    rm -rf "${work:?}/$role"
    cp -R "$1/${role}_validators/puzzled" "$work/$role" && (cd "$work/$role" && ./build) || return
  done
  mkdir -p "$work/feedback"
}
# judge CASE: judges standard input as the output of a team.
judge() { "$work/output/run" "$1.in" "$1.ans" "$work/feedback/"; }
# cases PACKAGE: the inputs and answers are accepted; no input and no answer is rejected.
cases() {
  ends 43 "$work/input/run" < /dev/null || return
  for input in "$1"/data/*/*.in; do
    ends 42 "$work/input/run" < "$input" || return
    ends 42 judge "${input%.in}" < "${input%.in}.ans" || return
    echo 'not an answer' | ends 43 judge "${input%.in}" || return
  done
}
# submission PACKAGE FILE CODE: its worst verdict is CODE.
submission() {
  c++ -O2 -std=c++17 -o "$work/program" "$2" || return
  worst=42
  for input in "$1"/data/*/*.in; do
    "$work/program" < "$input" > "$work/output.txt"
    judge "${input%.in}" < "$work/output.txt" > /dev/null 2>&1
    case $? in
      42) ;;
      43) worst=43 ;;
      *) return 1 ;;
    esac
  done
  [ $worst = "$3" ]
}

for package in packages/*; do
  if validators "$package" && cases "$package"; then said "$package" right; else said "$package" wrong; fi
  [ "${1:-}" = --submissions ] || continue
  for file in "$package"/submissions/*/*.cpp; do
    case $file in */accepted/*) expected=42 ;; *) expected=43 ;; esac
    if submission "$package" "$file" $expected; then said "$file" right; else said "$file" wrong; fi
  done
done
exit $code
