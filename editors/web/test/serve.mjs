// A static server for a folder, under any path, and a browser that opens it.
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Sends bytes at a rate in bytes per second. */
async function trickle(response, bytes, rate) {
  const part = Math.ceil(rate / 50);
  for (let at = 0; at < bytes.length; at += part) {
    response.write(bytes.subarray(at, at + part));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  response.end();
}

/** Serves `dist` under the path `/some/where/`; compressed, and at a rate in bytes per second, if one is given. */
export async function serve(rate) {
  const paths = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    paths.push(pathname);
    const name = normalize(pathname.replace(/^\/some\/where\//, "")) || "index.html";
    const file = join(root, "dist", name === "." || name === "/" ? "index.html" : name);
    if (!pathname.startsWith("/some/where/") || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const type = { "content-type": TYPES[extname(file)] ?? "text/plain" };
    if (rate === undefined) {
      response.writeHead(200, type);
      createReadStream(file).pipe(response);
    } else {
      response.writeHead(200, { ...type, "content-encoding": "gzip" });
      void trickle(response, gzipSync(readFileSync(file)), rate);
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}/some/where/`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url, paths, close };
}

export function launch() {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"];
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
}

/** Opens the page in a context of its own, and collects what goes wrong. */
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(`${error}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") page.faults.push(message.text());
  });
  await page.goto(url);
  return page;
}

export const ready = (page) => page.waitForSelector("body[data-ready]", { timeout: 60_000 });
