// Bundles the board into one module for pages that do not bundle it themselves. `--production` minifies.
import { build } from "esbuild";

const production = process.argv.includes("--production");
await build({
  entryPoints: ["src/index.ts"],
  outfile: "out/board.js",
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: production,
  sourcemap: !production,
  logLevel: "info",
});
