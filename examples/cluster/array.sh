#!/bin/bash
#SBATCH --array=1-100
#SBATCH --cpus-per-task=1
#SBATCH --job-name=verdicts
# A task of a Slurm array: judges its share of answers.jsonl, as whole lines. A share gets its name when it is
# complete; submit the tasks without one again: `sbatch --array=7,31 array.sh`.
set -euo pipefail
task=$SLURM_ARRAY_TASK_ID
mkdir -p shares
split -n "l/$task/$SLURM_ARRAY_TASK_MAX" answers.jsonl | puzzled verify --jsonl > "shares/$task.part"
mv "shares/$task.part" "shares/$task.share"
