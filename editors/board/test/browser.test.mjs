// The board in Chromium, with layout, real pointers and the content policy of the page. CHROMIUM names the
// browser; without one the tests are left out.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { PUZZLES } from "./puzzles.mjs";
import { apply, Server } from "./server.mjs";

const program = process.env.CHROMIUM ?? "/usr/bin/chromium";
const skip = existsSync(program) ? false : "Chromium is missing; CHROMIUM names it";
const require = createRequire(import.meta.url);
const read = (path) => readFileSync(path, "utf8");

const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'";
const PAGE = `<!doctype html><html lang="en"><title>A board</title><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width"><style>body { margin: 8px }</style>
<main><h1>A board</h1><div id="board"></div></main><script type="module" src="page.js"></script>`;
const SCRIPT = `import { BoardView } from "./board.js";
window.show = async (place, options) => {
  const host = document.createElement("div");
  document.querySelector("main").replaceChildren(document.querySelector("h1"), host);
  const write = async (edit) => await made(edit);
  const request = async (method, params) => await ask(method, params);
  window.view = new BoardView(host, { request }, { write, ...options });
  await window.view.show(place);
};`;

let browser, server;
let opened = 0;
before(async () => {
  if (skip) return;
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"];
  browser = await chromium.launch({ executablePath: program, args });
  server = await Server.open();
});
after(async () => {
  server?.close();
  await browser?.close();
});

/** Opens a page; `show` shows a puzzle on it. */
async function open(options = {}) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, ...options });
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  const requests = [];
  const files = { "/": ["text/html", PAGE], "/page.js": ["text/javascript", SCRIPT] };
  files["/board.js"] = ["text/javascript", read(new URL("../out/board.js", import.meta.url))];
  await page.route("**/*", (route) => {
    const { pathname } = new URL(route.request().url());
    requests.push(pathname);
    const [contentType, body] = files[pathname] ?? ["text/plain", ""];
    return route.fulfill({ contentType, body, headers: { "content-security-policy": POLICY } });
  });
  const state = { text: "", uri: "" };
  await page.exposeFunction("ask", (method, params) => server.request(method, params));
  await page.exposeFunction("made", (edit) => {
    state.text = apply(state.text, edit);
    return { ...server.set(state.uri, state.text), position: edit.position };
  });
  await page.goto("http://board.test/");
  requests.length = 0;
  const show = async (text, more) => {
    Object.assign(state, { text, uri: `file:///browser${++opened}.puzzle` });
    const place = { ...server.set(state.uri, text), position: { line: 0, character: 0 } };
    await page.evaluate(([at, given]) => window.show(at, given), [place, more]);
  };
  const cell = async (id) => {
    const box = await page.locator(`[data-cell="${id}"]`).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, size: box.width };
  };
  const rest = () =>
    page.evaluate(async () => {
      let last;
      do await (last = view.game.last);
      while (last !== view.game.last);
    });
  return { page, show, cell, rest, state, faults, requests, close: () => context.close() };
}

test("a block is dragged with the mouse, and follows it", { skip }, async () => {
  const { page, show, cell, rest, state, faults, requests, close } = await open();
  await show(PUZZLES.klotski);
  const at = await cell("0,0");
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + at.size * 0.7, at.y, { steps: 3 });
  const body = await page.locator('[data-piece="0"]').first().boundingBox();
  assert.ok(Math.abs(body.x + body.width / 2 - at.x - at.size * 0.7) < 3, "it is under the pointer");
  await page.mouse.up();
  await rest();
  assert.equal(state.text, `${PUZZLES.klotski}play A (0,0) (0,1)\n`);
  assert.equal(await page.locator(".status").textContent(), "3 moves to the goal · 1 move made");
  assert.deepEqual([faults, requests], [[], []]);
  await close();
});

test("a finger drags and swipes without scrolling the page", { skip }, async () => {
  const { page, show, cell, rest, state, close } = await open({ hasTouch: true, isMobile: true });
  const client = await page.context().newCDPSession(page);
  const swipe = async (from, right, down) => {
    const touch = (type, ...points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await touch("touchStart", { x: from.x, y: from.y });
    for (const part of [0.3, 0.6, 1]) await touch("touchMove", { x: from.x + right * part, y: from.y + down * part });
    await touch("touchEnd");
    await rest();
  };
  await show(PUZZLES.rush);
  const car = await cell("0,2");
  await swipe(car, 0, car.size * 2);
  assert.equal(state.text, `${PUZZLES.rush}play B+2\n`);
  await show(PUZZLES.bloxorz);
  await swipe(await cell("0,1"), 80, 5);
  assert.equal(state.text, `${PUZZLES.bloxorz}play R\n`);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await show(PUZZLES.sliders);
  const tile = await cell("0,1");
  await page.touchscreen.tap(tile.x, tile.y);
  await rest();
  assert.equal(state.text, `${PUZZLES.sliders}play D\n`);
  await close();
});

test("by keyboard alone: the focus is seen, and no button loses it", { skip }, async () => {
  const { page, show, rest, state, close } = await open();
  await show(PUZZLES.bloxorz);
  await page.keyboard.press("Tab");
  const outline = await page.evaluate(() => {
    const focused = document.activeElement.shadowRoot.activeElement;
    return [focused.className.split(" ")[0], parseFloat(getComputedStyle(focused).outlineWidth)];
  });
  assert.deepEqual(outline, ["picture", 3]);
  await page.keyboard.press("ArrowRight");
  await rest();
  assert.equal(state.text, `${PUZZLES.bloxorz}play R\n`);
  await show(PUZZLES.bloxorz);
  const forward = page.getByRole("button", { name: "Next move of the solution" });
  await forward.focus();
  await page.keyboard.press("Enter");
  await rest();
  assert.ok(await forward.evaluate((one) => one.getRootNode().activeElement === one));
  await close();
});

test("an illegal push shakes, unless the reader wants no motion", { skip }, async () => {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    const { page, show, cell, close } = await open({ reducedMotion });
    await show(PUZZLES.klotski);
    const at = await cell("0,0");
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x, at.y - at.size, { steps: 3 });
    await page.mouse.up();
    await page.locator(".message.bad").waitFor();
    const moving = await page.evaluate(
      () => view.root.querySelector(".picture").getAnimations({ subtree: true }).length,
    );
    assert.equal(moving > 0, reducedMotion === "no-preference");
    assert.match(await page.locator(".message").first().textContent(), /^A up is not possible/);
    await close();
  }
});

test("boards fit a narrow screen and have no fault of accessibility, light and dark", { skip }, async () => {
  const axe = read(require.resolve("axe-core/axe.min.js"));
  for (const colorScheme of ["light", "dark"]) {
    const { page, show, faults, close } = await open({ colorScheme });
    await page.evaluate(axe);
    for (const [kind, text] of Object.entries(PUZZLES)) {
      await show(text);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), kind);
      const broken = await page.evaluate(async () => {
        const { violations } = await axe.run();
        return violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html + node.failureSummary).join(" ")}`,
        );
      });
      assert.deepEqual(broken, [], `${kind}, ${colorScheme}`);
    }
    assert.deepEqual(faults, []);
    await close();
  }
});

test("a scheme that is given is that of the picture, too", { skip }, async () => {
  const { page, show, close } = await open({ colorScheme: "light" });
  const colors = () =>
    page.evaluate(() => {
      const color = (selector, name) => getComputedStyle(view.root.querySelector(selector))[name];
      return [color(".status", "color"), color("svg .paper", "fill")];
    });
  await show(PUZZLES.klotski);
  const [ink, paper] = await colors();
  await show(PUZZLES.klotski, { scheme: "dark" });
  const [darkInk, darkPaper] = await colors();
  assert.notEqual(ink, darkInk);
  // Recorded answers have no style sheet.
  if (process.env.PUZZLED_BIN) assert.notEqual(paper, darkPaper);
  await close();
});
