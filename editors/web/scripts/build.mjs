// Makes the folder `dist`: the page, its worker with the module, and the worker that keeps them for use
// without a network. `scripts/core.sh` must have built the module.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
const core = process.env.PUZZLED_CORE ?? join(root, "core.wasm");
if (!existsSync(core)) {
  console.error("core.wasm is missing: run `npm run core`");
  process.exit(1);
}

/** Aims of compressed sizes in kB. */
const AIMS = { "core.wasm": 1600, rest: 250 };

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
for (const file of readdirSync(join(root, "page"))) copyFileSync(join(root, "page", file), join(dist, file));
copyFileSync(core, join(dist, "core.wasm"));

const bundle = (entry, name, format, define = {}) =>
  build({
    absWorkingDir: root,
    entryPoints: [`src/${entry}.ts`],
    outfile: join(dist, name),
    bundle: true,
    minify: true,
    format,
    target: "es2022",
    loader: { ".puzzle": "text" },
    define,
    legalComments: "none",
    logLevel: "warning",
  });
await bundle("main", "page.js", "esm");
await bundle("worker", "worker.js", "iife", { CORE_SIZE: `${statSync(core).size}` });

const files = readdirSync(dist).sort();
const hash = createHash("sha256");
for (const file of files) hash.update(file).update(readFileSync(join(dist, file)));
const version = hash.digest("hex").slice(0, 16);
await bundle("offline", "offline.js", "iife", {
  FILES: JSON.stringify(["./", ...files]),
  VERSION: JSON.stringify(version),
});
writeFileSync(join(dist, "version.txt"), `${version}\n`);

let rest = 0;
for (const file of [...files, "offline.js"]) {
  const bytes = readFileSync(join(dist, file));
  const packed = gzipSync(bytes, { level: 9 }).length;
  if (file !== "core.wasm") rest += packed;
  console.log(`${file.padEnd(12)} ${(bytes.length / 1000).toFixed(0).padStart(6)} kB ${(packed / 1000).toFixed(0).padStart(6)} kB gzip`);
  if (file === "core.wasm" && packed > AIMS[file] * 1000) console.log(`  larger than the aim of ${AIMS[file]} kB`);
}
console.log(`all but core.wasm: ${(rest / 1000).toFixed(0)} kB gzip${rest > AIMS.rest * 1000 ? `, larger than the aim of ${AIMS.rest} kB` : ""}`);
