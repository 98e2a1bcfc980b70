// What pushes, keys and buttons do, with answers of the server. PUZZLED_BIN names a program to ask instead of
// the recorded answers.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { open } from "./page.mjs";
import { PUZZLES } from "./puzzles.mjs";
import { Server } from "./server.mjs";

const server = await Server.open();
after(() => server.close());

/** The text that a page has added to a puzzle. */
const added = (page, kind) => page.text.slice(PUZZLES[kind].length);
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("a board is drawn with its state in words", async () => {
  const page = await open(server, PUZZLES.klotski);
  assert.equal(page.status(), "4 moves to the goal");
  assert.equal(page.surface.getAttribute("aria-label"), "little: 4 blocks, A to (2,2), 0 moves made");
  assert.match(page.spoken(), /little: 4 blocks.*4 moves to the goal/);
  assert.match(page.root.querySelector("pre").textContent, /┃ A ┃/);
  assert.ok(page.cell("2,2"));
});

test("a block follows the pointer, and its move is written", async () => {
  const page = await open(server, PUZZLES.klotski);
  await page.drag("0,0", 1, 0);
  assert.equal(added(page, "klotski"), "play A (0,0) (0,1)\n");
  assert.deepEqual(page.edits[0].position, { line: 6, character: 5 });
  assert.equal(page.status(), "3 moves to the goal · 1 move made");
  await page.drag("2,1", 1, 0);
  assert.equal(added(page, "klotski"), "play A (0,0) (0,1); D (2,1) (2,2)\n");
  // Around a corner, in one move.
  const corner = await open(server, PUZZLES.klotski);
  await corner.drag("0,0", 1, 1);
  assert.equal(added(corner, "klotski"), "play A (0,0) (1,1)\n");
  // A drag of less than half a cell moves nothing.
  await corner.drag("2,1", 0.4, 0);
  assert.equal(corner.edits.length, 1);
});

test("an illegal push says why, and nothing has moved", async () => {
  const page = await open(server, PUZZLES.klotski);
  await page.drag("0,0", 0, -1);
  assert.equal(page.message(), "A up is not possible: (-1,0) is off the board");
  assert.equal(page.spoken(), page.message());
  assert.deepEqual(page.lit("blocked"), ["0,0"]);
  assert.equal(page.text, PUZZLES.klotski);
  await page.drag("0,0", 1, 0);
  assert.deepEqual([page.message(), page.lit("blocked")], ["", []]);
  await page.drag("1,0", -1, 0);
  assert.equal(page.message(), "C left is not possible: (1,-1) is off the board; (2,-1) is off the board");
});

test("keys choose a block and push it", async () => {
  const page = await open(server, PUZZLES.rush);
  await page.press("b");
  assert.equal(page.spoken(), "block B");
  await page.press("ArrowDown", { shiftKey: true });
  assert.equal(added(page, "rush"), "play B+2\n");
  await page.press("ArrowUp");
  assert.match(added(page, "rush"), /^play B\+2; B-1\n$/);
  await page.press("Escape");
  await page.press("ArrowUp");
  assert.match(page.message(), /Several blocks can move up/);
  await page.press(" ");
  assert.match(page.spoken(), /^block [ABC]$/);
});

test("moves are made one after the other, however fast keys come", async () => {
  const page = await open(server, PUZZLES.bloxorz);
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"]) void page.press(key);
  await wait(process.env.PUZZLED_BIN ? 500 : 100);
  assert.equal(added(page, "bloxorz"), "play RRLL\n");
  await page.press("ArrowUp");
  assert.equal(page.message(), "U is not possible: there is no floor at (-1,1)");
});

test("a swipe rolls, and a button too", async () => {
  const page = await open(server, PUZZLES.bloxorz);
  await page.drag("0,0", 1, 0);
  await page.click("Push right");
  assert.equal(added(page, "bloxorz"), "play RR\n");
});

test("a tap slides a tile; another tile cannot move", async () => {
  const page = await open(server, PUZZLES.sliders);
  await page.tap("0,1");
  assert.equal(added(page, "sliders"), "play D\n");
  await page.tap("2,2");
  assert.equal(page.message(), "Tile H cannot move.");
  await page.press("ArrowDown");
  assert.match(page.message(), /^D is not possible: the gap/);
  await page.press("ArrowRight");
  assert.equal(page.status(), "solved · 2 moves made");
});

test("digits and pencil marks", async () => {
  const page = await open(server, PUZZLES.sudoku);
  await page.tap("0,1");
  assert.match(page.spoken(), /^row 1, column 2: empty, pencil marks [1-4 ]+$/);
  assert.deepEqual(page.lit("chosen"), ["0,1"]);
  await page.press("2", { code: "Digit2" });
  assert.equal(added(page, "sudoku"), "play r1c2=2\n");
  await page.press("ArrowRight");
  await page.press("$", { code: "Digit4", shiftKey: true });
  assert.equal(added(page, "sudoku"), "play r1c2=2 r1c3-4\n");
  await page.press(" ");
  await page.press("4", { code: "Digit4" });
  assert.equal(added(page, "sudoku"), "play r1c2=2 r1c3-4 r1c3+4\n");
  await page.press("ArrowDown");
  await page.press("ArrowUp");
  await page.press("ArrowDown");
  assert.deepEqual(page.lit("chosen"), ["1,2"]);
  await page.press("ArrowUp");
  await page.click("Pencil marks");
  await page.click("1");
  assert.match(page.message(), /^r1c3=1 is not possible: .*1/);
  assert.deepEqual(page.lit("blocked"), ["0,0", "0,2"]);
});

test("a hint is shown first and then made", async () => {
  const page = await open(server, PUZZLES.sudoku);
  await page.click("Hint");
  assert.match(page.message(), /^Hint: \S+ r\dc\d=\d/);
  const digit = /r\dc\d=\d/.exec(page.message())[0];
  await page.click("Make this move");
  assert.equal(added(page, "sudoku"), `play ${digit}\n`);
  const block = await open(server, PUZZLES.klotski);
  await block.click("Hint");
  assert.equal(block.message(), "Hint: A (0,0) (0,1)");
  await block.click("Make this move");
  assert.equal(added(block, "klotski"), "play A (0,0) (0,1)\n");
});

test("where no technique helps there is no hint, and where no move leads to the goal no next move", async () => {
  const page = await open(server, "sudoku empty {\n  . . . .\n  . . . .\n  . . . .\n  . . . .\n}\n");
  await page.click("Hint");
  assert.equal(page.message(), "There is no hint here.");
  assert.equal(page.button("Next move of the solution").getAttribute("aria-disabled"), "false");
  const lost = await open(server, "rush lost {\n  ..BB\n  AA.C\n  DD.C\n  EE.C\n}\n");
  assert.equal(lost.status(), "no moves lead to the goal");
  assert.equal(lost.button("Next move of the solution").getAttribute("aria-disabled"), "true");
});

test("an open question withholds the distance and the hint", async () => {
  const page = await open(server, `${PUZZLES.klotski}solve => ?\n`);
  assert.match(page.status(), /^the distance is not shown/);
  assert.equal(page.button("Hint").getAttribute("aria-disabled"), "true");
  await page.drag("0,0", 1, 0);
  assert.equal(page.view.shown, "A (0,0) (0,1)");
});

test("rings turn with the pointer and by arrow keys", async () => {
  const page = await open(server, PUZZLES.matrix);
  await page.drag("0,0", 2, 0, [38, 38]);
  assert.equal(added(page, "matrix"), "play rotate -1\n");
  await page.press("ArrowLeft");
  assert.equal(added(page, "matrix"), "play rotate -1; rotate 1\n");
  assert.equal(page.view.board.text, (await open(server, PUZZLES.matrix)).view.board.text);
});

test("an automaton steps, and its nodes are flipped in the declaration", async () => {
  const page = await open(server, PUZZLES.automaton);
  await page.press("ArrowUp");
  await page.press("ArrowLeft");
  assert.equal(page.spoken(), "node left: dead");
  await page.press("Enter");
  assert.match(page.text, /tree \(\(X X \.\) X/);
  await page.tap("[>]");
  await page.tap("[>]");
  assert.match(page.text, /tree \(\(X X \.\) X \(\. \. X\)\)/);
  await page.click("step 1");
  assert.match(page.text, /\nplay step 1\n$/);
  await page.press("Enter");
  assert.match(page.message(), /flipped in the declaration/);
});

test("the window of a deep tree moves with the chosen node", async () => {
  const page = await open(server, PUZZLES.deep);
  const node = `[${"<".repeat(8)}]`;
  assert.ok(page.view.board.hiddenCells > 0 && !page.cell(node));
  await page.tap("[<<<<<<]");
  for (let depth = 7; depth <= 8; depth++) await page.press("ArrowLeft");
  assert.ok(page.cell(node));
  assert.deepEqual(page.lit("chosen"), [node]);
  await page.press("ArrowLeft");
  assert.deepEqual(page.lit("chosen"), [node], "there is nothing below it");
  await page.press("ArrowUp");
  assert.equal(page.spoken(), `node ${"left ".repeat(7).trim()}: live`);
});

test("where later statements use the state, moves are shown until they are written", async () => {
  const page = await open(server, `${PUZZLES.klotski}solve => 4\n`);
  await page.drag("0,0", 1, 0);
  assert.equal(page.edits.length, 0);
  assert.equal(page.status(), "3 moves to the goal · 1 move made · 1 not in the text");
  await page.drag("1,0", 0, -1);
  assert.equal(page.view.shown, "A (0,0) (0,1); C (1,0) (0,0)");
  await page.tap("2,2");
  assert.deepEqual(page.selected, [], "the cursor would leave the state that is shown");
  await page.click("Write moves into the text");
  assert.equal(added(page, "klotski"), "play A (0,0) (0,1); C (1,0) (0,0)\nsolve => 4\n");
  assert.equal(page.view.shown, "");
  assert.equal(page.status(), "2 moves to the goal · 2 moves made");
});

test("a solution is walked forward and back, and played", async () => {
  for (const [kind, length] of [
    ["klotski", 4],
    ["bloxorz", 0],
    ["sudoku", 12],
  ]) {
    const page = await open(server, PUZZLES[kind]);
    const before = page.view.board.text;
    await page.click("Next move of the solution");
    await page.click("Next move of the solution");
    assert.match(page.status(), /2 not in the text/, kind);
    await page.click("Back");
    await page.click("Back");
    assert.equal(page.view.board.text, before);
    assert.equal(page.button("Back").getAttribute("aria-disabled"), "true");
    let steps = 0;
    while (!page.view.board.solved && steps++ < 20) await page.click("Next move of the solution");
    assert.ok(page.view.board.solved, kind);
    if (length > 0) assert.equal(steps, length);
    await page.click("Back to the place in the text");
    assert.equal(page.view.board.text, before);
    assert.equal(page.text, PUZZLES[kind]);
  }
  // What was taken back is made again, although it is not the shortest way.
  const other = await open(server, `${PUZZLES.klotski}solve => 4\n`);
  await other.drag("2,1", 1, 0);
  const tried = other.view.shown;
  await other.click("Back");
  await other.click("Next move of the solution");
  assert.deepEqual([tried, other.view.shown], ["D (2,1) (2,2)", "D (2,1) (2,2)"]);
  const page = await open(server, PUZZLES.rush);
  await page.click("Play the solution");
  assert.ok(page.button("Pause"));
  assert.doesNotMatch(page.spoken(), /B\+2/);
  for (let turn = 0; turn < 100 && !page.view.board.solved; turn++) await wait(50);
  await page.rest();
  assert.match(page.status(), /^solved · 2 moves made/);
  assert.match(page.spoken(), /^A\+2\. little: 3 cars, solved/);
  assert.equal(page.button("Pause"), undefined);
});

test("the cell at the cursor is lit, and a click selects the text of a cell", async () => {
  const page = await open(server, PUZZLES.klotski, { position: { line: 3, character: 4 } });
  assert.deepEqual(page.lit("cursor"), ["2,1"]);
  await page.tap("1,2");
  assert.deepEqual(page.selected, [{ start: { line: 2, character: 6 }, end: { line: 2, character: 7 } }]);
  await page.drag("0,0", 1, 0);
  await page.tap("0,0");
  assert.equal(page.selected.length, 1, "the cursor would leave the state that is shown");
  await page.tap("0,0", { ctrlKey: true });
  assert.equal(page.selected.length, 2);
});

test("an illegal move and an unknown state of the text are said", async () => {
  const text = `${PUZZLES.bloxorz}play RUR\nsolve\n`;
  const page = await open(server, text, { position: { line: 5, character: 8 } });
  assert.match(page.message(), /^U is not possible/);
  await page.show({ line: 6, character: 1 });
  assert.match(page.status(), /^state unknown: a statement above failed/);
  await page.show({ line: 0, character: 0 });
  assert.equal(page.message(), "");
});

test("a place without a puzzle, and a server that fails, are said", async () => {
  const page = await open(server, `// nothing\n${PUZZLES.klotski}`);
  assert.equal(page.message(), "There is no puzzle at the cursor, or its declaration has a mistake.");
  assert.ok(page.button("Hint").parentElement.hidden);
  await page.show({ line: 1, character: 0 });
  assert.equal(page.message(), "");
  const failing = {
    ...server,
    documents: server.documents,
    set: (...all) => server.set(...all),
    request: async () => {
      throw new Error("memory ended");
    },
  };
  await page.view.show(null);
  assert.equal(page.message(), "");
  const broken = await open(failing, PUZZLES.klotski);
  assert.equal(broken.message(), "The server has failed: memory ended");
});

test("a distance that is found later is shown; an old text leaves the board as it is", async () => {
  const answers = { distance: null, distanceState: "running", next: undefined };
  let code;
  const later = {
    documents: server.documents,
    set: (...all) => server.set(...all),
    request: async (...all) => {
      if (code) throw Object.assign(new Error("old"), { code });
      return { ...(await server.request(...all)), ...answers };
    },
  };
  const page = await open(later, PUZZLES.klotski);
  assert.equal(page.status(), "searching for a solution …");
  // A film waits for the solution.
  await page.click("Play the solution");
  await wait(20);
  assert.ok(page.button("Pause"));
  for (const name of Object.keys(answers)) delete answers[name];
  page.view.changed({ uri: page.uri, version: 1, puzzles: ["other"] });
  await page.rest();
  assert.equal(page.status(), "searching for a solution …");
  page.view.changed({ uri: page.uri, version: 1, puzzles: ["little"] });
  for (let turn = 0; turn < 100 && page.view.shown === ""; turn++) await wait(20);
  await page.click("Pause");
  assert.notEqual(page.view.shown, "");
  await page.click("Back to the place in the text");
  assert.equal(page.status(), "4 moves to the goal");
  code = -32801;
  page.view.changed({ uri: page.uri, version: 1, puzzles: ["little"] });
  await page.rest();
  assert.equal(page.status(), "4 moves to the goal");
  assert.deepEqual([page.message(), page.root.querySelector(".status").hidden], ["", false]);
});

test("a cursor that follows an edit does not lead the board astray", async () => {
  const page = await open(server, PUZZLES.rush, {
    write: async (edit) => {
      const next = await page.write(edit);
      // An editor may say first that its cursor is where it was.
      void page.view.show({ ...next, position: { line: 0, character: 0 } });
      return next;
    },
  });
  await page.press("b");
  await page.press("ArrowDown");
  assert.equal(page.view.board.at.made, 1);
});

test("while somebody types, only the newest place is asked for", async () => {
  const asked = [];
  const counting = {
    documents: server.documents,
    set: (...all) => server.set(...all),
    request: async (method, params) => {
      asked.push(params.position.character);
      return server.request(method, params);
    },
  };
  const page = await open(counting, PUZZLES.klotski);
  for (let character = 1; character < 9; character++) void page.show({ line: 0, character });
  await page.rest();
  assert.deepEqual(asked, [0, 8]);
});

test("without `write` nothing is written; an edit that was not made leaves the board", async () => {
  const page = await open(server, PUZZLES.rush, { write: undefined });
  await page.press("b");
  await page.press("ArrowDown");
  assert.equal(page.view.shown, "B+1");
  assert.ok(page.button("Write moves into the text").hidden);
  const refused = await open(server, PUZZLES.rush, { write: async () => null });
  await refused.press("b");
  await refused.press("ArrowDown");
  assert.equal(refused.status(), "2 moves to the goal");
});

test("markup in an answer stays text, and a scheme can be forced", async () => {
  const marked = {
    documents: server.documents,
    set: (...all) => server.set(...all),
    request: async (...all) => {
      const board = await server.request(...all);
      const svg = board.svg.replace(
        /(<svg[^>]*>)/,
        "$1<style>@media(prefers-color-scheme:dark){text{fill:red}}</style>",
      );
      return { ...board, svg, title: "<img src=x>", text: "<b>x</b>", hint: "<i>y</i>" };
    },
  };
  const page = await open(marked, PUZZLES.klotski, { scheme: "dark" });
  assert.equal(page.root.querySelectorAll("img, b, i").length, 0);
  assert.equal(page.message(), "Hint: <i>y</i>");
  const sheet = () => page.root.querySelector("svg style").textContent;
  assert.match(sheet(), /@media all/);
  page.view.colors = "light";
  assert.match(sheet(), /@media not all/);
  page.view.colors = undefined;
  assert.match(sheet(), /prefers-color-scheme/);
});

test("Undo and Ctrl+Z take back the last change of the text; arrows work on buttons, too", async () => {
  let undone = 0;
  const page = await open(server, PUZZLES.klotski, { undo: () => undone++ });
  await page.click("Undo the last change of the text");
  await page.press("z", { ctrlKey: true });
  assert.equal(undone, 2);
  assert.ok((await open(server, PUZZLES.klotski)).button("Undo the last change of the text").hidden);
});

test("pencil marks can be hidden", async () => {
  const page = await open(server, PUZZLES.sudoku);
  await page.click("Marks are shown");
  assert.equal(page.button("Marks are shown").getAttribute("aria-pressed"), "false");
});
