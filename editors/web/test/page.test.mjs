// The page in a real browser: what a person does with it, without a network after the first load.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, openPage, ready, root, serve } from "./serve.mjs";

const SHOTS = process.env.SHOTS;
let site;
let browser;

before(async () => {
  [site, browser] = await Promise.all([serve(), launch()]);
});
after(async () => {
  await browser.close();
  await site.close();
});

const text = (page) => page.evaluate(() => document.querySelector(".cm-content").cmTile.view.state.doc.toString());

/** Replaces the text as if it were typed at once. */
async function write(page, value) {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(value);
}

async function shot(page, name) {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

async function open(options, hash = "") {
  const page = await openPage(browser, site.url + hash, options);
  await ready(page);
  return page;
}

test("the first example is drawn, and its solution plays", async () => {
  const page = await open();
  await page.waitForFunction(() => document.querySelector("#board").shadowRoot.querySelector("svg"));
  await page.getByText("81 moves to the goal").first().waitFor();
  await shot(page, "wide-light");
  await page.getByRole("button", { name: "Play the solution" }).click();
  await page.getByText(/80 moves to the goal/).first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

const KINDS = {
  klotski: /81 moves to the goal/,
  rush: /2 moves to the goal/,
  sudoku: /51 cells to fill/,
  bloxorz: /7 moves to the goal/,
  sliders: /moves? to the goal/,
  matrix: /^$/,
  automaton: /^$/,
};
const NAMES = {
  klotski: "donkey", rush: "little", sudoku: "gentle", bloxorz: "first", sliders: "eight", matrix: "onion", automaton: "article",
};
for (const [kind, expected] of Object.entries(KINDS)) {
  test(`${kind}: the example is drawn, and a move is written`, async () => {
    const page = await open();
    // From another example, so that nothing of this one is there yet.
    for (const one of [kind === "matrix" ? "rush" : "matrix", kind]) {
      await page.selectOption("#open", `example:${one}`);
      await page.waitForFunction((name) => document.title.startsWith(`${name} `), NAMES[one]);
    }
    const before = await text(page);
    await page.waitForFunction((source) => {
      const status = document.querySelector("#board").shadowRoot.querySelector(".status");
      return new RegExp(source).test(status.textContent) && document.querySelector("#board").shadowRoot.querySelector("svg");
    }, expected.source);
    await page.evaluate(() => document.querySelector("#board").shadowRoot.querySelector(".picture").focus());
    const keys = {
      klotski: ["I", "ArrowRight"], rush: ["B", "ArrowDown"], sudoku: ["ArrowRight", "ArrowRight", "ArrowRight", "4"],
      bloxorz: ["ArrowRight"], sliders: ["ArrowRight"], matrix: ["ArrowRight"], automaton: ["s"],
    };

    for (const key of keys[kind]) await page.keyboard.press(key);
    await page.waitForTimeout(600);

    const now = await text(page);

    assert.notEqual(now, before);
    await shot(page, `kind-${kind}`);
    if (["rush", "bloxorz", "sliders"].includes(kind)) {
      await page.getByRole("button", { name: "Play the solution" }).click();
      await page.locator("#board .status.solved").waitFor();
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

/** Opens the page with shorter pauses between the frames of a film. */
async function openQuick() {
  const page = await openPage(browser, "about:blank");
  await page.addInitScript(() => {
    const wait = setTimeout;
    window.setTimeout = (act, time, ...more) => wait(act, time === 450 ? 1 : time, ...more);
  });
  await page.goto(site.url);
  await ready(page);
  return page;
}

for (const kind of ["klotski", "sudoku"]) {
  test(`${kind}: the film ends with the solved puzzle, and one click writes its moves`, async () => {
    const page = await openQuick();
    await page.selectOption("#open", `example:${kind}`);
    await page.waitForFunction((name) => document.title.startsWith(`${name} `), NAMES[kind]);
    await page.locator("#board .status", { hasText: KINDS[kind] }).waitFor();
    const before = await text(page);
    await page.getByRole("button", { name: "Play the solution" }).click();
    await page.locator("#board .status.solved", { hasText: /^solved/ }).waitFor({ timeout: 60_000 });
    assert.equal(await text(page), before);
    await shot(page, `film-${kind}`);
    await page.getByRole("button", { name: "Write moves into the text" }).click();
    await page.waitForFunction((before) => document.querySelector(".cm-content").textContent.includes("play"), before);
    await page.locator("#board .status.solved", { hasText: /moves? made/ }).waitFor();
    await page.waitForTimeout(500);
    assert.equal(await page.locator("#problems li.error").count(), 0);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test("matrix: there is no goal and so no film; a turn and its opposite lead back", async () => {
  const page = await open();
  await page.selectOption("#open", "example:matrix");
  await page.getByRole("button", { name: "Turn clockwise", exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Play the solution" }).isVisible(), false);
  const board = () => page.evaluate(() => document.querySelector("#board").shadowRoot.querySelector("pre").textContent);
  const start = await board();
  await page.getByRole("button", { name: "Turn clockwise", exact: true }).click();
  await page.locator("#board .status", { hasText: "1 move made" }).waitFor();
  assert.notEqual(await board(), start);
  await page.getByRole("button", { name: "Turn counterclockwise" }).click();
  await page.waitForFunction(() => /rotate -?1; rotate -?1/.test(document.querySelector(".cm-content").textContent));
  await page.waitForFunction((start) => document.querySelector("#board").shadowRoot.querySelector("pre").textContent === start, start);
  await page.context().close();
});

for (const kind of ["klotski", "rush", "sudoku", "bloxorz", "sliders"]) {
  test(`${kind}: one click writes the moves of the answer to Solve`, async () => {
    const page = await open();
    await page.selectOption("#open", `example:${kind}`);
    await page.waitForFunction((name) => document.title.startsWith(`${name} `), NAMES[kind]);
    await page.click("#solve");
    await page.locator("#search", { hasText: `${NAMES[kind]}: ` }).waitFor();
    await page.click("#write");
    await page.locator("#board .status.solved", { hasText: /moves made/ }).waitFor();
    await shot(page, `written-${kind}`);
    const written = await text(page);
    assert.match(written, /\nplay /);
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+Z");
    await page.waitForFunction(() => !document.querySelector(".cm-content").textContent.includes("play"));
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test("what Solve has found goes when the text changes, and is not written above later statements", async () => {
  const page = await open();
  await page.selectOption("#open", "example:rush");
  await page.waitForFunction(() => document.title.startsWith("little "));
  await page.click("#solve");
  await page.locator("#write").waitFor();
  await write(page, `${await text(page)}moves\n`);
  await page.locator("#write").waitFor({ state: "hidden" });
  assert.equal(await page.textContent("#search"), "");
  await page.click("#solve");
  await page.locator("#search", { hasText: "little: " }).waitFor();
  assert.ok(await page.locator("#write").isHidden());
  await page.context().close();
});

test("Undo beside the board takes a push back", async () => {
  const page = await open();
  const before = await text(page);
  await page.locator("#board .status", { hasText: "81 moves" }).waitFor();
  await page.locator("#board .picture").focus();
  await page.keyboard.press("I");
  await page.keyboard.press("ArrowRight");
  await page.locator("#board .status", { hasText: "1 move made" }).waitFor();
  await page.locator("#board").getByRole("button", { name: "Undo" }).click();
  await page.locator("#board .status", { hasText: /^81 moves to the goal$/ }).waitFor();
  assert.equal(await text(page), before);
  await page.context().close();
});

test("a fault is underlined and listed, and its fix is applied", async () => {
  const page = await open();
  await write(page, "rush little {\n  ..B.\n  AAB.\n  ...C\n  ...C\n}\nmoevs\n");
  const fix = page.locator("#problems .error .fix").first();
  await fix.waitFor();
  assert.ok(await page.locator(".cm-lintRange-error").count() > 0);
  await shot(page, "fault");
  await fix.click();
  await page.waitForFunction(() => !document.querySelector("#problems .error"));
  assert.match(await text(page), /\nmoves\n/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("hints stand beside commands and in the list of answers; a wrong expectation is found", async () => {
  const page = await open();
  await write(page, "rush little {\n  ..B.\n  AAB.\n  ...C\n  ...C\n}\nsolve by steps\nstates => 12\n");
  await page.locator(".hint", { hasText: "4" }).waitFor();
  await page.locator("#answers dd", { hasText: "4" }).first().waitFor();
  await page.locator("#problems li", { hasText: "13" }).first().waitFor();
  await page.context().close();
});

test("completion, hover and rename are the client's", async () => {
  const page = await open();
  const board = "rush little {\n  ..B.\n  AAB.\n  ...C\n  ...C\n}\n";
  await write(page, `${board}solve\n`);
  await page.keyboard.type("sta");
  await page.keyboard.press("Control+Space");
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "states" }).waitFor();
  await page.waitForTimeout(200);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /\bstates\b/.test(document.querySelector(".cm-content").textContent));
  await page.locator(".t-function", { hasText: "solve" }).first().hover();
  await page.locator(".cm-tooltip-hover, .cm-lsp-hover-tooltip").first().waitFor();
  await shot(page, "hover");
  await page.keyboard.press("Control+Home");
  for (let at = 0; at < 7; at++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("F2");
  await page.locator(".cm-lsp-rename-panel input, .cm-panel input").first().fill("small");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("rush small"));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a link opens elsewhere, never replaces a draft, and can leave the answers out", async () => {
  const page = await open();
  await write(page, "rush little {\n  ..B.\n  AAB.\n  ...C\n  ...C\n}\nstates => 13\n");
  await page.waitForTimeout(500);
  const mine = await text(page);
  await page.click("#share");
  await page.waitForFunction(() => document.querySelector("#link").value.includes("#"));
  const link = await page.inputValue("#link");
  await page.check("#unanswered");
  await page.waitForFunction((link) => !["", link].includes(document.querySelector("#link").value), link);
  const unanswered = await page.inputValue("#link");
  await page.check("#embedded");
  await page.waitForFunction(() => document.querySelector("#link").value.includes("?embed"));
  const board = await page.inputValue("#link");

  // In the same browser, where there is a draft.
  const other = await page.context().newPage();
  await other.goto(unanswered);
  await ready(other);
  assert.match(await text(other), /states => \?/);
  await write(other, "matrix m { 1 2 / 3 4 }\n");
  await other.waitForTimeout(500);
  await other.goto("about:blank");
  await other.goto(site.url);
  await ready(other);
  const labels = await other.locator("#open option").allTextContents();
  assert.ok(labels.includes("rush little") && labels.includes("matrix m"), `${labels}`);
  await other.selectOption("#open", { label: "rush little" });
  assert.equal(await text(other), mine);

  const embed = await openPage(browser, board);
  await ready(embed);
  await embed.waitForFunction(() => document.querySelector("#board").shadowRoot.querySelector("svg"));
  assert.equal(await embed.locator("#text").isVisible(), false);
  await shot(embed, "embed");
  await embed.context().close();
  await page.context().close();
});

test("a link that is damaged, or inflates beyond 1 MB, is refused with a word", async () => {
  const page = await open({}, "#nonsense!");
  assert.match(await page.locator("#status").textContent(), /damaged/);
  const huge = await page.evaluate(async () => {
    const bytes = new Blob([new Uint8Array(3 << 20)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const packed = new Uint8Array(await new Response(bytes).arrayBuffer());
    return btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  });
  await page.evaluate((hash) => (location.hash = hash), huge);
  await page.locator("#status", { hasText: "longer than 1 MB" }).waitFor();
  await page.context().close();
});

test("a puzzle is pasted; a text that is none is refused with the reason", async () => {
  const page = await open();
  await page.click("#paste");
  await page.fill("#pasted", "what is this?");
  await page.click("#read");
  await page.waitForFunction(() => document.querySelector("#refusal").textContent !== "");
  await page.fill("#pasted", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
  await page.click("#read");
  await page.waitForFunction(() => !document.querySelector("#pasting").open);
  assert.match(await text(page), /^sudoku /m);
  await page.context().close();
});

const LONG = "sliders long {\n  1 2 3 4\n  5 6 7 8\n  9 10 11 12\n  13 14 15 .\n  goal\n  . 15 14 13\n  12 11 10 9\n  8 7 6 5\n  4 3 2 1\n}\n";

test("while a long search runs the page stays live, and the search is stopped", async () => {
  const page = await open();
  await write(page, LONG);
  await page.waitForFunction(() => document.title.startsWith("long"));
  await page.click("#solve");
  await page.locator("#stop").waitFor();
  await page.waitForTimeout(1500);
  await write(page, `${LONG}status\n`);
  const began = Date.now();
  await page.click("#stop");
  await page.locator("#solve").waitFor();
  assert.ok(Date.now() - began < 3000);
  assert.equal(await text(page), `${LONG}status\n`);
  await page.context().close();
});

test("if the worker dies the text stays, and a new one answers", async () => {
  const page = await openPage(browser, "about:blank");
  await page.addInitScript(() => {
    const Real = Worker;
    window.Worker = class extends Real {
      constructor(...args) {
        super(...args);
        window.worker = this;
      }
    };
  });
  await page.goto(site.url);
  await ready(page);
  const die = (why) => page.evaluate((why) => window.worker.onmessage({ data: { died: why } }), why);
  await die("out of memory");
  await page.locator("#status", { hasText: "started again: out of memory" }).waitFor();
  await write(page, "matrix m { 1 2 / 3 4 }\n");
  await page.waitForFunction(() => document.title.startsWith("m "));
  // A text that ends every worker does not do so for ever.
  for (const why of ["once", "twice", "a third time"]) await die(why);
  await page.locator("#status", { hasText: "stopped: a third time" }).waitFor();
  assert.equal(await text(page), "matrix m { 1 2 / 3 4 }\n");
  await write(page, "rush little {\n  ..B.\n  AAB.\n  ...C\n  ...C\n}\nmoevs\n");
  await page.locator("#problems .fix").first().waitFor();
  await page.waitForFunction(() => document.querySelector("#board").shadowRoot.querySelector("svg"));
  await page.context().close();
});

test("no request after the load, and offline afterwards", async () => {
  const page = await open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForTimeout(300);
  const count = site.paths.length;
  await page.selectOption("#open", "example:rush");
  await page.waitForFunction(() => document.title.startsWith("little"));
  await page.waitForTimeout(300);
  assert.deepEqual(site.paths.slice(count), []);
  await page.context().setOffline(true);
  await page.reload();
  await ready(page);
  await page.waitForFunction(() => document.querySelector("#board").shadowRoot.querySelector("svg"));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a puzzle of the manual opens in the page by one click", { skip: !existsSync(join(root, "dist", "manual")) }, async () => {
  const page = await openPage(browser, `${site.url}manual/kinds/rush.html`);
  const code = await page.locator("code.language-puzzle").first().textContent();
  await page.locator(".open-in-page a").first().click();
  await ready(page);
  assert.equal((await text(page)).trim(), code.trim());
  await page.context().close();
});

test("the manual works offline once it was opened, and so do its examples", { skip: !existsSync(join(root, "dist", "manual")) }, async () => {
  const first = await open();
  await first.evaluate(() => navigator.serviceWorker.ready);
  // In a tab of its own, beside the text.
  const opened = first.context().waitForEvent("page");
  await first.getByRole("link", { name: "Manual" }).click();
  const page = await opened;
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  await page.getByRole("link", { name: "Open the page" }).waitFor();
  const count = () => page.evaluate(async () => {
    const cache = await caches.open((await caches.keys())[0]);
    return (await cache.keys()).filter(({ url }) => /\/manual\/.*\.html$/.test(url)).length;
  });
  let before = -1;
  for (let now = await count(); now !== before || now < 30; now = await count()) {
    before = now;
    await page.waitForTimeout(500);
  }
  await page.context().setOffline(true);
  await page.goto(`${site.url}manual/kinds/bloxorz.html`);
  const code = await page.locator("code.language-puzzle").first().textContent();
  page.faults.length = 0; // those of mdBook, which does not know our languages
  await page.locator(".open-in-page a").first().click();
  await ready(page);
  assert.equal((await text(page)).trim(), code.trim());
  await page.waitForFunction(() => document.querySelector("#board").shadowRoot.querySelector("svg"));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("markup in titles and labels stays text", async () => {
  const page = await open();
  await write(page, "/// title: <img src=x onerror=alert(1)>\nklotski k { <b> . / <b> . / goal <b> at (0,1) }\nsolve => <i>\n");
  await page.waitForTimeout(1500);
  const made = await page.evaluate(() => {
    const roots = [document, document.querySelector("#board").shadowRoot];
    return roots.map((root) => root.querySelectorAll("img, b, i").length);
  });
  assert.deepEqual(made, [0, 0]);
  await page.context().close();
});

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
for (const scheme of ["light", "dark"]) {
  for (const width of [1200, 360]) {
    test(`axe finds nothing, and nothing is wider than the window: ${scheme}, ${width} px`, async () => {
      const page = await open({ colorScheme: scheme, viewport: { width, height: 780 } });
      await write(page, "rush little {\n  ..B.\n  AAB.\n  ...C\n  ...C\n}\nsolve by steps\nmoevs\n");
      await page.locator("#problems .fix").first().waitFor();
      await page.locator(".hint").first().waitFor();
      await shot(page, `${width}-${scheme}`);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/${width}-${scheme}-full.png`, fullPage: true });
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((one) => one.html.slice(0, 120)).join(" | ")}`);
      assert.deepEqual(told, []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      for (const id of ["paste", "share"]) {
        await page.click(`#${id}`);
        await shot(page, `${id}-${width}-${scheme}`);
        const { violations } = await page.evaluate(() => window.axe.run());
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
        await page.keyboard.press("Escape");
      }
      await page.context().close();
    });
  }
}

/** Fails if axe finds something in a state of the page. */
async function checkState(page, state) {
  // It fails when the page changes under it.
  await page.waitForTimeout(500);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${state}: ${id}: ${nodes[0].html.slice(0, 160)}`), []);
}

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing in any state: ${colorScheme}`, async () => {
    const page = await open({ colorScheme });
    for (const [kind, name] of Object.entries(NAMES)) {
      await page.selectOption("#open", `example:${kind}`);
      await page.waitForFunction((name) => document.title.startsWith(`${name} `), name);
      await page.waitForFunction((source) => {
        return new RegExp(source).test(document.querySelector("#board").shadowRoot.querySelector(".status").textContent);
      }, KINDS[kind].source);
      await checkState(page, kind);
    }
    await page.selectOption("#open", "example:klotski");
    await page.locator("#board .status", { hasText: "81 moves" }).waitFor();
    await page.evaluate(() => document.querySelector("#board").shadowRoot.querySelector(".picture").focus());
    for (const key of ["A", "ArrowLeft"]) await page.keyboard.press(key);
    await page.locator("#board .message.bad").waitFor();
    await checkState(page, "an illegal push");
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator("#board .message", { hasText: "Hint: " }).waitFor();
    await checkState(page, "a hint");
    await page.getByRole("button", { name: "Play the solution" }).click();
    await page.locator("#board .status", { hasText: "not in the text" }).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await checkState(page, "a film");
    await page.click("#solve");
    await page.locator("#write").waitFor();
    await checkState(page, "an answer");
    await page.click("#more summary");
    await checkState(page, "the menu");
    await page.keyboard.press("Escape");
    await page.selectOption("#open", "example:sudoku");
    await page.getByRole("button", { name: "Pencil marks" }).click();
    await checkState(page, "pencil marks");
    await write(page, LONG);
    await page.waitForFunction(() => document.title.startsWith("long"));
    await page.click("#solve");
    await page.locator("#stop").waitFor();
    await checkState(page, "a search");
    await page.click("#stop");
    await page.locator("#solve").waitFor();
    await checkState(page, "a stopped search");
    await page.goto("about:blank");
    await page.goto(`${site.url}?embed`);
    await ready(page);
    await checkState(page, "embedded");
    await page.context().close();
  });
}

test("the sheet is made with its picture, and printed", async () => {
  const page = await open();
  await page.evaluate(() => {
    window.printed = [];
    new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const node of addedNodes) if (node.nodeName === "IFRAME") window.printed.push(node.srcdoc);
      }
    }).observe(document.body, { childList: true });
  });
  await page.click("#more summary");
  await shot(page, "more");
  await page.click("#print");
  await page.waitForFunction(() => window.printed.length === 1);
  assert.match(await page.evaluate(() => window.printed[0]), /<svg/);
  await page.waitForTimeout(500);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("on a phone, a push by touch is written and leaves the page where it is", async () => {
  const page = await open({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
  await page.selectOption("#open", "example:sliders");
  await page.waitForFunction(() => document.title.startsWith("eight "));
  const middle = await page.evaluate(() => {
    const { x, y, width, height } = document.querySelector("#board").shadowRoot.querySelector('[data-cell="1,2"]').getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
  await page.touchscreen.tap(...middle);
  await page.locator("#board .status", { hasText: "1 move made" }).waitFor();
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.match(await text(page), /\nplay L/);
  await page.context().close();
});

test("by keyboard alone: out of the text, to the board, a move", async () => {
  const page = await open();
  await page.getByText("81 moves to the goal").first().waitFor();
  await page.locator(".cm-content").focus();
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.classList.contains("picture"))) break;
  }
  await page.keyboard.press("I");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("play"));
  await page.locator("#board .status", { hasText: "1 move made" }).waitFor();
  await page.context().close();
});
