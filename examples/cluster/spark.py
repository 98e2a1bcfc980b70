#!/usr/bin/env python3
"""Judges the lines of a file on a Spark cluster: `spark-submit spark.py INPUT FOLDER`.

Each partition goes through one `puzzled`. FOLDER holds a file per partition, in order: `cat FOLDER/part-*` is what one
run writes. A task that fails, or whose worker is lost, is run again."""

import os
import sys

from pyspark import SparkContext

# Partitions at the least: small ones lose little when a worker is lost.
PARTITIONS = 64


def main():
    source, folder = sys.argv[1:]
    with SparkContext(appName="verdicts") as context:
        lines = context.textFile(source, PARTITIONS)
        # Without `env`, Spark starts the program without a path.
        path = {"PATH": os.environ["PATH"]}
        lines.pipe("puzzled verify --jsonl", path, checkCode=True).saveAsTextFile(folder)


if __name__ == "__main__":
    main()
