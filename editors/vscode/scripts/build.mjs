// Bundles the extension into one file, and the page of the board into another one. `--production` minifies,
// `--watch` stays.
import { build, context } from "esbuild";

const production = process.argv.includes("--production");
const shared = { bundle: true, minify: production, sourcemap: !production, logLevel: "info" };
const extension = {
  ...shared,
  entryPoints: ["src/extension.ts"],
  outfile: "out/extension.js",
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
};
const page = {
  ...shared,
  entryPoints: ["webview/main.ts"],
  outfile: "out/board.js",
  format: "iife",
  target: "es2022",
};

for (const options of [extension, page]) {
  if (process.argv.includes("--watch")) await (await context(options)).watch();
  else await build(options);
}
