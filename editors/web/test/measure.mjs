// Prints how long the page takes: `npm run measure`. Times are in milliseconds from the navigation.
import { launch, openPage, ready, serve } from "./serve.mjs";

const ROUNDS = 5;
/** 1.6 Mbit a second. */
const SLOW = 200_000;

const sorted = (values) => [...values].sort((a, b) => a - b);
const median = (values) => sorted(values)[values.length >> 1];
const percentile = (values, part) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))];

const browser = await launch();
// A browser that has just started loads pages of its own.
await new Promise((resolve) => setTimeout(resolve, 3000));

async function times(rate, slowdown) {
  const site = await serve(rate);
  const page = await openPage(browser, "about:blank");
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.addInitScript(() => {
    window.marks = {};
    const look = () => {
      const has = {
        editor: document.querySelector(".cm-content"),
        answer: document.querySelector("[class^='t-']"),
        board: document.querySelector("#board")?.shadowRoot?.querySelector("svg"),
        distance: document.querySelector("#board")?.shadowRoot?.querySelector(".status")?.textContent.includes("81 moves"),
      };
      for (const [name, is] of Object.entries(has)) if (is) window.marks[name] ??= Math.round(performance.now());
      setTimeout(look, 2);
    };
    look();
  });
  await page.goto(site.url);
  await page.waitForFunction(() => window.marks.distance, undefined, { timeout: 60_000 });
  const marks = await page.evaluate(() => window.marks);
  await page.context().close();
  await site.close();
  return marks;
}

async function show(title, rate, slowdown, rounds) {
  const all = [];
  for (let round = 0; round < rounds; round++) all.push(await times(rate, slowdown));
  const names = ["editor", "answer", "board", "distance"];
  console.log(`${title}: ${names.map((name) => `${name} ${median(all.map((one) => one[name]))}`).join(", ")}`);
}

await show("as it is", undefined, 1, ROUNDS);
await show("with 4 × CPU slowdown", undefined, 4, ROUNDS);
await show("at 1.6 Mbit/s, compressed by gzip", SLOW, 1, 2);

const site = await serve();
const page = await openPage(browser, site.url);
await ready(page);
const puzzle = (number) => `rush r${number} {\n  ..B.\n  AAB.\n  ...C\n  ...C\n}\nmoves\nstates\n\n`;
await page.locator(".cm-content").focus();
await page.keyboard.press("Control+A");
await page.keyboard.insertText(Array.from({ length: 112 }, (_, number) => puzzle(number)).join(""));
await page.waitForTimeout(3000);
await page.evaluate(() => {
  Object.assign(window, { handled: [], painted: [] });
  let began = 0;
  const done = new MessageChannel();
  done.port1.onmessage = () => window.painted.push(performance.now() - began);
  document.addEventListener("keydown", () => (began = performance.now()), true);
  document.addEventListener("input", () => {
    done.port2.postMessage(null);
    // After the editor, which reads the change in a microtask and sends it in a second one.
    void Promise.resolve().then(() => 0).then(() => 0).then(() => window.handled.push(performance.now() - began));
  });
});
for (let press = 0; press < 200; press++) await page.keyboard.press(press % 10 === 9 ? "Backspace" : "a", { delay: 20 });
for (const [title, name] of [["until it is in the text and sent", "handled"], ["until the page is free again, often after a frame", "painted"]]) {
  const keys = await page.evaluate((name) => window[name], name);
  const figures = `median ${median(keys).toFixed(1)}, 95th percentile ${percentile(keys, 0.95).toFixed(1)}`;
  console.log(`a key in 1,000 lines, ${title}: ${figures} (${keys.length} keys)`);
}
await browser.close();
await site.close();
