#!/usr/bin/env bash
# List a problem into a dataset by an array of SLURM jobs: plan, array, commit.
#
#     ./submit.sh DATASET PROBLEM OPTIONS...
#     ./submit.sh /shared/polyominoes polyominoes --cells 20
#
# The dataset is a folder that all nodes share, or a URI of an object store. The same command again
# goes on with what is missing. Options of sbatch go by its environment: SBATCH_PARTITION=short.
# JOBS=200 asks for an array of that size; by default jobs take about five minutes.
set -euo pipefail

dataset=$1
shift
plan=$(enumino plan "$@" --to "$dataset" --json)
number_of() { sed -n "s/^ \"$1\": \([0-9]*\),*$/\1/p" <<<"$plan"; }
jobs=${JOBS:-$(number_of jobs)}

# The lightest part compiles the kernels for all jobs, and shows at once if anything is wrong.
if ((jobs > 1)); then
  parts=$(number_of parts)
  enumino run "$dataset" --share "$parts/$parts"
fi

array=$(sbatch --parsable --array="1-$jobs" "$(dirname "$0")/array.sbatch" "$dataset" "$jobs")
array=${array%%;*} # the name of the cluster may follow

# Not afterok: if a job fails, commit says which parts are missing, and the command that makes them.
sbatch --parsable --dependency="afterany:$array" --job-name=enumino-commit --time=00:30:00 \
  --output=enumino-commit-%j.log --wrap="$(printf 'enumino commit %q' "$dataset")"
