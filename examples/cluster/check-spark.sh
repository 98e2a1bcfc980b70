#!/bin/bash
# Holds that Spark, one of whose workers is killed, writes the bytes of one run. Needs `puzzled`, Java 17 and PySpark 4;
# two workers run on this machine. `check-spark.sh COUNT` takes so many lines.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export SPARK_LOCAL_IP=127.0.0.1

python3 "$here/lines.py" "${1:-100000}" > answers.jsonl
puzzled verify --jsonl answers.jsonl > once
setsid spark-submit --master 'local-cluster[2,1,1024]' "$here/spark.py" answers.jsonl out > log 2>&1 &
spark=$!
trap 'kill -9 -- "-$spark" 2> /dev/null || true; rm -rf "$work"' EXIT
until compgen -G 'out/_temporary/0/task_*' > /dev/null; do
  kill -0 "$spark" 2> /dev/null || { cat log >&2; exit 1; }
  sleep 0.1
done
kill -9 "$(pgrep -s "$spark" -f CoarseGrainedExecutorBackend | head -1)"
wait "$spark" || { cat log >&2; exit 1; }
grep -q 'Lost executor' log || { echo "no worker was lost" >&2; exit 1; }
cat out/part-* | cmp - once
echo "$(wc -l < once) lines, the same after a worker was lost"
