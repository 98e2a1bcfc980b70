// The extension in a real Visual Studio Code: the board beside the text, the film of a solution, the Test Explorer.
// With PICTURES=FOLDER, pictures of the window are kept there.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Editor, missing, PATIENCE, until } from "./editor.mjs";

const skip = missing ?? false;

const LITTLE = "klotski little { A . B / C . B / C D . / goal A at (2,2) }\n";
const ROLLS = "bloxorz rolls {\n  ooo---\n  oSoooo\n  ooooTo\n}\n";
const PLAYS = `${LITTLE}\n${ROLLS}`;
const TILES = `sliders tiles {
  5 23 2 10 18
  24 1 12 20 11
  9 4 13 19 7
  17 22 6 3 15
  21 8 14 16 .
  goal
  1 2 3 4 5
  6 7 8 9 10
  11 12 13 14 15
  16 17 18 19 20
  21 22 23 24 .
}
`;
const BLOCK = "show => {\n  A . B\n  C . B\n  C D D\n}\n";
const TESTS = `${LITTLE}solve => 4\n${BLOCK}${TILES}solve => 100\n${ROLLS}states => ?\n`;

let editor;
const refused = [];
before(async () => {
  if (skip) return;
  editor = await Editor.open({ "plays.puzzle": PLAYS, "tests.puzzle": TESTS });
  editor.page.on("console", (message) => {
    if (message.type() === "error" && /content security policy/i.test(message.text())) refused.push(message.text());
  });
});
after(async () => {
  await editor?.close();
});

/** A test that leaves a picture behind if it fails. */
function step(name, act) {
  test(name, { skip, timeout: 2 * PATIENCE }, async () => {
    try {
      await act(editor);
    } catch (error) {
      await editor.picture(`failed ${name.slice(0, 30)}`);
      throw error;
    }
  });
}

step("the icon opens the board beside the text; a push writes a move, and one undo takes it back", async ({ page }) => {
  await editor.show("plays.puzzle");
  await editor.lens("solve").waitFor();
  await page.locator('.editor-actions a[aria-label="Open Board to the Side"]').click();
  await editor.status("4 moves to the goal");
  assert.equal(await page.locator(".editor-group-container").count(), 2);
  await editor.drag("0,0", 1, 0);
  await editor.text("plays.puzzle", PLAYS.replace("}\n", "}\nplay A (0,0) (0,1)\n"));
  await editor.status("3 moves to the goal · 1 move made");
  await editor.drag("1,0", 0, -1);
  await editor.text("plays.puzzle", PLAYS.replace("}\n", "}\nplay A (0,0) (0,1); C (1,0) (0,0)\n"));
  await editor.status("2 moves to the goal · 2 moves made");
  await editor.picture("pushed");
  await page.keyboard.press("Control+z");
  await editor.text("plays.puzzle", PLAYS.replace("}\n", "}\nplay A (0,0) (0,1)\n"));
  await page.keyboard.press("Control+Shift+z");
  await editor.text("plays.puzzle", PLAYS.replace("}\n", "}\nplay A (0,0) (0,1); C (1,0) (0,0)\n"));
  await editor.focusReturned();
  await editor.go("Home");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await editor.text("plays.puzzle", PLAYS);
  await editor.status(/^4 moves to the goal$/);
});

step("a key of the board is not lost before its page has the focus", async ({ page }) => {
  await editor.drag("0,0", 1, 0);
  await editor.text("plays.puzzle", PLAYS.replace("}\n", "}\nplay A (0,0) (0,1)\n"));
  // The editor gives the focus to the frame around the page first.
  await editor.frame.locator("body").evaluate(() => {
    document.activeElement.blur();
    window.focus();
  });
  await page.keyboard.press("Control+z");
  await editor.text("plays.puzzle", PLAYS);
  await editor.status(/^4 moves to the goal$/);
  await editor.focusReturned();
});

step("no undo or redo is lost while the focus is between the board and the text", async ({ page }) => {
  const [first, both] = ["play A (0,0) (0,1)", "play A (0,0) (0,1); C (1,0) (0,0)"];
  await editor.drag("0,0", 1, 0);
  await editor.status("1 move made");
  await editor.drag("1,0", 0, -1);
  await editor.text("plays.puzzle", PLAYS.replace("}\n", `}\n${both}\n`));
  await editor.status("2 moves made");
  const second = page.locator(".editor-instance .view-line", { hasText: "C (1,0)" });
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const [undo, redo] = ["Control+z", "Control+Shift+z"];
  for (let round = 0; round < 2; round++) {
    // When the text has changed, the focus is still on its way back to the board.
    await press(undo);
    await second.waitFor({ state: "hidden" });
    await press(redo);
    await second.waitFor();
    // Only the last of these keys brings the second move back.
    await press(undo);
    await second.waitFor({ state: "hidden" });
    await press(undo, redo, redo);
    await second.waitFor();
  }
  await press(undo);
  await editor.text("plays.puzzle", PLAYS.replace("}\n", `}\n${first}\n`));
  await press(undo);
  await editor.text("plays.puzzle", PLAYS);
  await editor.status(/^4 moves to the goal$/);
  await editor.focusReturned();
});

step("the board follows the cursor and the text", async ({ page }) => {
  await editor.go("End");
  await editor.board.locator('.picture[aria-label^="rolls:"]').waitFor();
  await page.keyboard.type("play R");
  await editor.status("1 move made");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.press("Delete");
  await editor.text("plays.puzzle", PLAYS);
  await editor.go("Home");
  await editor.board.locator('.picture[aria-label^="little:"]').waitFor();
});

step("▶ solve plays the solution in the board, and writes its moves when asked to", async ({ page }) => {
  await editor.lens("solve").click();
  await editor.status(/not in the text/);
  const message = page.locator(".notification-toast", { hasText: "little: 4 moves" });
  // The message hides after a while, but not below the pointer.
  await message.hover();
  await editor.status(/^solved · 4 moves made · 4 not in the text$/);
  await editor.text("plays.puzzle", PLAYS);
  await editor.picture("film");
  await message.getByRole("button", { name: "Write Moves" }).click();
  const moves = "play A (0,0) (0,1); C (1,0) (0,0); D (2,1) (2,0); A (0,1) (2,2)";
  await editor.text("plays.puzzle", PLAYS.replace("}\n", `}\n${moves}\n`));
  await editor.status(/^solved · 4 moves made$/);
  await editor.picture("written");
  await editor.go("Home");
  await page.keyboard.press("Control+z");
  await editor.text("plays.puzzle", PLAYS);
});

step("the lens of a board opens it, also after it was closed, and a reload keeps it", async ({ page }) => {
  await page.locator(".tab", { hasText: "Board" }).locator(".tab-actions a").click();
  await page.locator("iframe.webview").waitFor({ state: "detached" });
  await editor.lens("board", 1).click();
  await editor.board.locator('.picture[aria-label^="rolls:"]').waitFor();
  // With the focus in the board, no editor of text becomes active afterwards.
  await editor.board.locator(".status").click();
  await editor.reload();
  await editor.board.locator(".picture svg").waitFor();
});

step("the board has the colors of the theme", async ({ page }) => {
  for (const [theme, name, scheme] of [
    ["Dark Modern", "vscode-dark", "dark"],
    ["Dark High Contrast", "vscode-high-contrast", "dark"],
    ["Light High Contrast", "vscode-high-contrast-light", "light"],
    ["Light Modern", "vscode-light", "light"],
  ]) {
    await editor.command("Preferences: Color Theme", theme);
    await editor.board.locator(`body.${name}`).waitFor();
    await editor.board.locator(`#board[data-scheme="${scheme}"]`).waitFor();
    const paper = await editor.board.locator("#board").evaluate((one) => getComputedStyle(one).backgroundColor);
    const text = await editor.board.locator("body").evaluate((one) => {
      const probe = one.ownerDocument.createElement("i");
      probe.style.color = "var(--vscode-editor-background)";
      one.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    assert.equal(paper, text, theme);
    await page.waitForTimeout(300);
    await editor.picture(name);
  }
});

// The themes are settings of the user: the window has read those anew, with the manifest of the extension at hand.
step("a restarted server is the program of the settings, also after settings have changed", async ({ page }) => {
  await editor.command("puzzled: Restart Server");
  await editor.go("End");
  await page.keyboard.type("play R");
  await editor.status("1 move made");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.press("Delete");
  await editor.text("plays.puzzle", PLAYS);
});

step("the Test Explorer runs expectations: passed, failed with a difference, errored, skipped", async ({ page }) => {
  await editor.show("tests.puzzle");
  await editor.lens("test").waitFor();
  await editor.command("Testing: Focus on Test Explorer View");
  const row = (text) => page.locator(".test-explorer .monaco-list-row", { hasText: text }).first();
  await row("tests.puzzle").waitFor();
  await editor.command("Test: Run All Tests");
  // The search of the second puzzle, which takes hours, starts when the results of the first one are reported.
  await page.locator(".test-explorer .result-summary", { hasText: "1/" }).waitFor();
  await editor.command("Test: Cancel Test Run");
  await row("tests.puzzle").click();
  await page.keyboard.press("ArrowRight");
  for (const puzzle of ["little", "tiles", "rolls"]) {
    await row(puzzle).click();
    await page.keyboard.press("ArrowRight");
  }
  const labels = async () => {
    const rows = page.locator(".test-explorer .monaco-list-row");
    return rows.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  };
  const expected = [/^solve .*Passed/i, /^show .*Failed/i, /^states .*Skipped/i, /^solve .*Errored/i];
  let found = [];
  const isShown = (one) => found.some((label) => one.test(label));
  await until("the results", async () => {
    found = await labels();
    return expected.every(isShown);
  }).catch(() => assert.fail(`${expected.filter((one) => !isShown(one)).join(", ")} in\n${found.join("\n")}`));
  await page.locator(".test-output-peek-tree .monaco-list-row", { hasText: "show" }).click();
  const difference = page.locator(".test-output-peek-message-container .monaco-diff-editor");
  await difference.locator(".view-line", { hasText: "C D D" }).first().waitFor();
  await editor.picture("tests");
  // The items follow the text.
  await editor.go("End");
  await page.keyboard.type("goals => ?");
  await row("goals").waitFor();
  await page.keyboard.press("Shift+Home");
  await page.keyboard.press("Delete");
  await row("goals").waitFor({ state: "detached" });
});

step("nothing of the board was refused by its content policy", () => {
  assert.deepEqual(refused, []);
});
