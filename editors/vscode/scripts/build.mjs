// Bundles the extension into one file. `--production` minifies, `--watch` stays.
import { build, context } from "esbuild";

const production = process.argv.includes("--production");
const options = {
  entryPoints: ["src/extension.ts"],
  outfile: "out/extension.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  minify: production,
  sourcemap: !production,
  logLevel: "info",
};

if (process.argv.includes("--watch")) {
  const watched = await context(options);
  await watched.watch();
} else {
  await build(options);
}
