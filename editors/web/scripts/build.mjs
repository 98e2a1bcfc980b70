// Makes the folder `dist`: the page, its worker with the module, and the worker that keeps them for use
// without a network, and the manual, whose puzzles have a link that opens them in the page. `scripts/core.sh`
// must have built the module. The manual needs mdBook, on the path or in target/tools/bin.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync, gzipSync } from "node:zlib";
import { spawnSync } from "node:child_process";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
const core = process.env.PUZZLED_CORE ?? join(root, "core.wasm");
if (!existsSync(core)) {
  console.error("core.wasm is missing: run `npm run core`");
  process.exit(1);
}

const repository = join(root, "..", "..");

/** Builds the manual into `dist/manual`. Returns false if there is no mdBook. */
function manual() {
  const to = join(dist, "manual");
  const own = join(repository, "target", "tools", "bin", "mdbook");
  const program = process.env.MDBOOK ?? (existsSync(own) ? own : "mdbook");
  const made = spawnSync(program, ["build", join(repository, "docs"), "-d", to], { stdio: ["ignore", "ignore", "pipe"] });
  if (made.error) return false;
  if (made.status !== 0) throw new Error(`${made.stderr}`);
  let links = 0;
  for (const file of readdirSync(to, { recursive: true })) {
    // The page for printing and the one of an address that is not there have other places.
    if (!file.endsWith(".html") || ["print.html", "404.html"].includes(file)) continue;
    const html = readFileSync(join(to, file), "utf8");
    const up = "../".repeat(file.split(/[\\/]/).length);
    const linked = html.replace("<!-- page -->", `<p class="open-in-page"><a href="${up}index.html">Open the page</a></p>`).replace(/<pre><code class="language-puzzle[^"]*">([^]*?)<\/code><\/pre>/g, (block, code) => {
      const text = unescape(code.replace(/<[^>]*>/g, ""));
      links++;
      return `${block}\n<p class="open-in-page"><a href="${up}index.html#${pack(text)}">Open in the page</a></p>`;
    });
    if (linked !== html) writeFileSync(join(to, file), linked);
  }
  if (links === 0) throw new Error("no puzzle of the manual has a link: has the form of its pages changed?");
  console.log(`manual: ${links} puzzles open in the page`);
  return true;
}

/** Returns a text without the escapes of HTML. */
function unescape(text) {
  const signs = { lt: "<", gt: ">", quot: '"', "#39": "'", "#x27": "'", amp: "&" };
  return text.replace(/&(lt|gt|quot|#39|#x27|amp);/g, (_, name) => signs[name]);
}

/** Returns the fragment that holds a text; see `src/share.ts`. */
function pack(text) {
  return deflateRawSync(Buffer.from(text), { level: 9 }).toString("base64url");
}

/** Aims of compressed sizes in kB. */
const AIMS = { "core.wasm": 1600, rest: 250 };
/** The compressed size of the module in bytes as it was last accepted: `npm run build -- --accept` writes it. */
const ACCEPTED = join(root, "core-size.txt");
/** The growth of the module that is worth a word. */
const GROWTH = 1.05;

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
for (const file of readdirSync(join(root, "page"))) copyFileSync(join(root, "page", file), join(dist, file));
copyFileSync(core, join(dist, "core.wasm"));

const page = readFileSync(join(dist, "index.html"), "utf8");
if (manual()) {
  writeFileSync(join(dist, "index.html"), page.replace("<!-- manual -->", '<a href="manual/index.html" target="_blank">Manual</a>'));
} else {
  writeFileSync(join(dist, "index.html"), page.replace("  <!-- manual -->\n", ""));
  console.log("the manual is left out: mdBook is missing (`cargo install mdbook --version '^0.5'`)");
}

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
await bundle("start", "start.js", "iife");
await bundle("main", "page.js", "esm");
await bundle("job", "job.js", "iife");
await bundle("worker", "worker.js", "iife", { CORE_SIZE: `${statSync(core).size}` });

const files = readdirSync(dist).filter((name) => name !== "manual").sort();
const isKept = (name) => statSync(join(dist, name)).isFile() && !/[\\/](print|404)\.html$/.test(name);
const book = existsSync(join(dist, "manual")) ? readdirSync(join(dist, "manual"), { recursive: true }) : [];
const pages = book.map((name) => join("manual", name).replaceAll("\\", "/")).filter(isKept).sort();
const hash = createHash("sha256");
for (const file of [...files, ...pages]) hash.update(file).update(readFileSync(join(dist, file)));
const version = hash.digest("hex").slice(0, 16);
await bundle("offline", "offline.js", "iife", {
  FILES: JSON.stringify(["./", ...files]),
  MANUAL: JSON.stringify(pages),
  VERSION: JSON.stringify(version),
});
writeFileSync(join(dist, "version.txt"), `${version}\n`);

let rest = 0;
for (const file of [...files, "offline.js"]) {
  const bytes = readFileSync(join(dist, file));
  const packed = gzipSync(bytes, { level: 9 }).length;
  if (file !== "core.wasm") rest += packed;
  console.log(`${file.padEnd(12)} ${(bytes.length / 1000).toFixed(0).padStart(6)} kB ${(packed / 1000).toFixed(0).padStart(6)} kB gzip`);
  if (file !== "core.wasm") continue;
  if (packed > AIMS[file] * 1000) console.log(`  larger than the aim of ${AIMS[file]} kB`);
  const accepted = existsSync(ACCEPTED) ? Number(readFileSync(ACCEPTED, "utf8")) : packed;
  if (packed > accepted * GROWTH) console.log(`  grown by ${(100 * (packed / accepted - 1)).toFixed(0)} % since ${accepted} bytes were accepted`);
  if (process.argv.includes("--accept")) writeFileSync(ACCEPTED, `${packed}\n`);
}
console.log(`all but core.wasm: ${(rest / 1000).toFixed(0)} kB gzip${rest > AIMS.rest * 1000 ? `, larger than the aim of ${AIMS.rest} kB` : ""}`);
