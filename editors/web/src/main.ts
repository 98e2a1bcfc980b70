// The page: text, board, answers, and what one can do with a document.

import { BoardView, type Place } from "../../board/src/index";
import type { Board, BoardParams } from "../../board/protocol";
import * as drafts from "./drafts";
import { Editor, type Fix, type Hint, type Problem, URI } from "./editor";
import { EXAMPLES } from "./examples";
import { type Call, Server } from "./server";
import { pack, unpack } from "./share";

/** The time without an edit before a draft is kept, in milliseconds. */
const KEPT = 300;
/** The time without an edit before the board follows the text, in milliseconds. */
const FOLLOWED = 60;
/** Problems and answers that are listed at most. */
const LISTED = 100;

function get<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

function make<K extends keyof HTMLElementTagNameMap>(name: K, text = "", className = ""): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = text;
  if (className !== "") made.className = className;
  return made;
}

const isEmbedded = new URLSearchParams(location.search).has("embed");
document.body.classList.toggle("embed", isEmbedded);

/** The id of the draft that is edited, once it is kept. */
let draft: string | undefined;
/** The kind of the example that is shown, until it is edited. */
let example: string | undefined;
let pending: ReturnType<typeof setTimeout> | undefined;
let following: ReturnType<typeof setTimeout> | undefined;
let isOpening = false;
let isReady = false;

// ---- messages ----

function say(text: string, isBad = false): void {
  get("status").textContent = text;
  get("status").classList.toggle("bad", isBad);
}

function reason(error: unknown): string {
  return (error as { message?: string }).message ?? String(error);
}

// ---- the server ----

const server = new Server({
  loaded(part) {
    const is = part < 1 ? `Loading the solver: ${Math.floor(part * 100)} %. You can write already.` : "Starting the solver …";
    if (!isReady) get("progress").textContent = is;
  },
  busy(is) {
    document.body.dataset.busy = `${is}`;
    if (!is && !isReady) {
      isReady = true;
      get("progress").textContent = "";
      document.body.dataset.ready = "true";
      installOffline();
    }
  },
  died(why, again) {
    get("progress").textContent = "";
    if (!again) return say(`The solver has stopped: ${why}. Your text is kept. The next edit starts it again.`, true);
    say(`The solver was started again: ${why}. Your text is kept.`, true);
  },
  refresh: () => editor.refresh(),
});

const editor = new Editor(get("text"), server, {
  moved(isEdit) {
    clearTimeout(following);
    // Not at each key of somebody who types.
    following = setTimeout(() => void view.show(editor.place), isEdit ? FOLLOWED : 0);
    if (isEdit) {
      server.edited();
      forgetSolution();
    }
    if (!isEdit || isOpening) return;
    clearTimeout(pending);
    pending = setTimeout(keep, KEPT);
  },
  problems: showProblems,
  hints: showHints,
  boardChanged: (params) => view.changed(params),
  message: say,
});

// ---- the board ----

/** The name of the puzzle whose solution is shown. */
let solvedName: string | undefined;
/** The search that a person has asked for. */
let search: Call<{ message: string; answer: string; moves?: string } | null> | undefined;

const connection = {
  request: (method: "puzzled/board", params: BoardParams) => server.request<Board | null>(method, params),
};
const view = new BoardView(get("board"), connection, {
  ...(!isEmbedded && {
    write: (edit) => editor.write(edit),
    undo: () => editor.undo(),
    select: (range) => editor.select(range),
  }),
  shown(board) {
    document.title = board ? `${board.puzzle.name} – puzzled` : "puzzled";
    get("solve").toggleAttribute("disabled", !board);
    get("searching").hidden = !board?.hasGoal && !search;
    if (board?.puzzle.name !== solvedName) forgetSolution();
  },
});

async function solve(): Promise<void> {
  const puzzle = view.board?.puzzle;
  if (!puzzle || search) return;
  const { name } = puzzle;
  const place = { ...editor.place, position: puzzle.range.start };
  const params = { command: "puzzled.server.solve", arguments: [URI, name] };
  offer(undefined);
  search = server.call("workspace/executeCommand", params);
  setSearching(`searching for a solution of ${name} …`);
  try {
    const solved = await search.result;
    solvedName = name;
    // Why there is no result the server has said meanwhile.
    setSearching(solved ? solved.message : (get("status").textContent ?? ""));
    say("");
    if (!solved) return;
    addAnswer(`solve ${name}`, solved.answer);
    const { uri, version, position } = place;
    const start = await connection.request("puzzled/board", { textDocument: { uri, version }, position, parts: [] });
    // Where later statements start from there, the moves would change what they mean.
    if (start?.write && solved.moves !== undefined) offer({ place, moves: solved.moves });
  } catch (error) {
    setSearching(reason(error));
  }
}

/** Takes away what the last search found: it belongs to another text or puzzle. */
function forgetSolution(): void {
  if (search) return;
  solvedName = undefined;
  get("search").textContent = "";
  offer(undefined);
}

/** The moves of the solution that was found last, and the place from which they lead. */
let offered: { place: Place; moves: string } | undefined;

function offer(solution: typeof offered): void {
  offered = solution;
  get("write").hidden = solution === undefined;
}

async function writeSolution(): Promise<void> {
  if (!offered) return;
  const { place, moves } = offered;
  get("solve").focus();
  offer(undefined);
  if (place.version !== editor.place.version) return say("The text has changed: solve again.", true);
  await view.show(place);
  await view.writeMoves(moves);
  say("The moves are in the text.");
}

function setSearching(text: string): void {
  const isRunning = text.endsWith("…");
  if (!isRunning) search = undefined;
  const hadFocus = document.activeElement === get("stop") || document.activeElement === get("solve");
  get("solve").hidden = isRunning;
  get("stop").hidden = !isRunning;
  if (hadFocus) get(isRunning ? "stop" : "solve").focus();
  get("search").textContent = text;
}

function stop(): void {
  search?.cancel();
}

// ---- problems and answers ----

function showProblems(problems: Problem[], fixes: Map<Problem, Fix[]>): void {
  const section = get("problems");
  section.hidden = problems.length === 0;
  const items = problems.slice(0, LISTED).map((problem) => {
    const severity = ["error", "error", "warning", "info", "info"][problem.severity ?? 1] ?? "error";
    const item = make("li", "", severity);
    const place = make("button", `${severity}, line ${problem.range.start.line + 1}: ${problem.message}`, "place");
    place.type = "button";
    place.addEventListener("click", () => editor.select(problem.range, true));
    item.append(place);
    for (const { title, apply } of fixes.get(problem) ?? []) {
      const fix = make("button", title, "fix");
      fix.type = "button";
      fix.addEventListener("click", () => {
        apply();
        editor.view.focus();
      });
      item.append(fix);
    }
    return item;
  });
  const rest = problems.length - items.length;
  if (rest > 0) items.push(make("li", `and ${rest} more`));
  section.querySelector("ul")?.replaceChildren(...items);
}

/** The answers that a person has asked for by a button, the newest first. */
let requested: HTMLElement[] = [];
let hints: Hint[] = [];

function answer(command: string, text: string): HTMLElement[] {
  const description = make("dd");
  description.append(make("pre", text));
  return [make("dt", command), description];
}

function addAnswer(command: string, text: string): void {
  requested = [...answer(command, text), ...requested].slice(0, 2 * LISTED);
  listAnswers();
}

function showHints(shown: Hint[]): void {
  hints = shown;
  listAnswers();
}

function listAnswers(): void {
  const { doc } = editor.view.state;
  const beside = hints.slice(0, LISTED).flatMap(({ position, label, tooltip }) => {
    const line = position.line < doc.lines ? doc.line(position.line + 1).text : "";
    const command = line.slice(0, position.character).trim();
    return answer(`${position.line + 1}: ${command}`, tooltip ?? label.replace(/^⟶ /, ""));
  });
  const entries = [...requested, ...beside];
  get("answers").hidden = entries.length === 0;
  get("answers").querySelector("dl")?.replaceChildren(...entries);
}

// ---- documents ----

/** Shows a document. It becomes a draft when it is edited. */
function open(text: string, id?: string): void {
  keepNow();
  isOpening = true;
  draft = id;
  example = EXAMPLES.find((shipped) => shipped.text === text)?.kind;
  requested = [];
  hints = [];
  listAnswers();
  forgetSolution();
  editor.open(text);
  isOpening = false;
  listDocuments();
  void goToFirst();
}

/** Puts the cursor on the first puzzle, unless a person has put it somewhere meanwhile. */
async function goToFirst(): Promise<void> {
  const { place } = editor;
  const params = { textDocument: { uri: URI } };
  type Symbol = { range?: Problem["range"]; location?: { range: Problem["range"] } };
  const symbols = await server.request<Symbol[] | null>("textDocument/documentSymbol", params).catch(() => null);
  const first = symbols?.[0]?.range ?? symbols?.[0]?.location?.range;
  const isSame = JSON.stringify(place) === JSON.stringify(editor.place);
  if (first && isSame) editor.select({ start: first.start, end: first.start });
}

function keepNow(): void {
  if (pending === undefined) return;
  clearTimeout(pending);
  keep();
}

function keep(): void {
  pending = undefined;
  draft ??= drafts.freshId();
  if (!drafts.keep(draft, editor.text)) say("This browser keeps no drafts: save the text as a file.", true);
  // The text is not that of the link any more.
  if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);
  listDocuments();
}

function listDocuments(): void {
  const select = get<HTMLSelectElement>("open");
  const group = (label: string, entries: [value: string, text: string][]) => {
    const made = make("optgroup");
    made.label = label;
    made.append(...entries.map(([value, text]) => new Option(text, value)));
    return made;
  };
  const kept = drafts.list();
  select.replaceChildren(new Option("this text", ""));
  select.append(group("Examples", EXAMPLES.map(({ kind }) => [`example:${kind}`, kind])));
  if (kept.length > 0) {
    select.append(group("Your drafts", kept.map(({ id, text }) => [`draft:${id}`, drafts.nameOf(text)])));
  }
  select.value = draft !== undefined ? `draft:${draft}` : example !== undefined ? `example:${example}` : "";
  if (select.selectedIndex < 0) select.selectedIndex = 0;
  get("forget").toggleAttribute("disabled", draft === undefined);
}

function choose(value: string): void {
  const [sort, id = ""] = value.split(/:(.*)/s);
  keepNow();
  const shown = sort === "example" ? EXAMPLES.find(({ kind }) => kind === id) : undefined;
  const kept = sort === "draft" ? drafts.list().find((draft) => draft.id === id) : undefined;
  if (shown || kept) history.replaceState(null, "", location.pathname + location.search);
  if (shown) open(shown.text);
  if (kept) open(kept.text, kept.id);
}

/** Opens the text of the link, or else the last draft, or else the first example. */
async function begin(): Promise<void> {
  const fragment = location.hash.slice(1);
  if (fragment !== "") {
    try {
      return open(await unpack(fragment));
    } catch (error) {
      say(reason(error), true);
    }
  }
  const last = isEmbedded ? undefined : drafts.list()[0];
  if (last) open(last.text, last.id);
  else open(EXAMPLES[0]?.text ?? "");
}

// ---- to other people and programs ----

function download(name: string, type: string, text: string): void {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function fileName(): string {
  return view.board?.puzzle.name ?? "puzzles";
}

async function link(): Promise<void> {
  const withoutAnswers = get<HTMLInputElement>("unanswered").checked;
  const isBoard = get<HTMLInputElement>("embedded").checked;
  const field = get<HTMLInputElement>("link");
  try {
    let { text } = editor;
    let note = "";
    if (withoutAnswers) {
      const { text: changed } = await server.request<{ text: string }>("page/withoutAnswers", { text });
      if (changed === text) note = "This text expects no answers (`=>`), so that nothing is taken out.";
      if (/^\s*(\S+: )?play /m.test(text)) note += " Moves that the text plays stay in it.";
      text = changed;
    }
    get("unanswered-note").textContent = note.trim();
    const address = new URL(location.pathname, location.href);
    if (isBoard) address.search = "embed";
    address.hash = await pack(text);
    field.value = address.href;
  } catch (error) {
    field.value = "";
    say(reason(error), true);
  }
}

async function print(): Promise<void> {
  try {
    const { html } = await server.request<{ html: string }>("page/sheet", { text: editor.text });
    const frame = make("iframe");
    frame.title = "The sheet";
    frame.hidden = true;
    frame.srcdoc = html;
    frame.addEventListener("load", () => {
      const { contentWindow } = frame;
      contentWindow?.addEventListener("afterprint", () => frame.remove());
      contentWindow?.print();
    });
    document.body.append(frame);
  } catch (error) {
    say(reason(error), true);
  }
}

async function readPasted(): Promise<void> {
  const text = get<HTMLTextAreaElement>("pasted").value;
  type Read = { text?: string; count?: number; kinds?: string[]; error?: string; help?: string; line?: number };
  try {
    const read = await server.request<Read>("page/read", { text });
    if (read.text === undefined) {
      const help = read.help === undefined || read.help === null ? "" : `\n${read.help}`;
      get("refusal").textContent = `line ${read.line}: ${read.error}${help}`;
      return;
    }
    get<HTMLDialogElement>("pasting").close();
    history.replaceState(null, "", location.pathname + location.search);
    open(read.text);
    keep();
    say(read.count === undefined ? "" : `Read ${read.count} ${read.count === 1 ? "puzzle" : "puzzles"}: ${read.kinds?.join(", ")}.`);
  } catch (error) {
    get("refusal").textContent = reason(error);
  }
}

function installOffline(): void {
  // Only pages of a secure origin can be kept for later.
  navigator.serviceWorker?.register(new URL("offline.js", document.baseURI)).catch(() => undefined);
}

// ---- buttons ----

function on(id: string, act: () => void): void {
  get(id).addEventListener("click", act);
}

on("solve", () => void solve());
on("stop", stop);
on("write", () => void writeSolution());
on("paste", () => {
  get<HTMLTextAreaElement>("pasted").value = "";
  get("refusal").textContent = "";
  get<HTMLDialogElement>("pasting").showModal();
});
on("read", () => void readPasted());
on("share", () => {
  get<HTMLDialogElement>("sharing").showModal();
  void link();
});
for (const id of ["unanswered", "embedded"]) get(id).addEventListener("change", () => void link());
on("copy", () => {
  const field = get<HTMLInputElement>("link");
  field.select();
  navigator.clipboard?.writeText(field.value).then(
    () => say("The link is copied."),
    () => say("Copy the link by hand: the browser does not allow it.", true),
  );
});
on("load", () => get("file").click());
get<HTMLInputElement>("file").addEventListener("change", async (event) => {
  const field = event.target as HTMLInputElement;
  const text = await field.files?.[0]?.text();
  field.value = "";
  if (text === undefined) return;
  open(text);
  keep();
});
on("save", () => download(`${fileName()}.puzzle`, "text/plain", editor.text));
on("print", () => void print());
on("picture", () => {
  if (view.board?.svg === undefined) say("There is no picture: put the cursor on a puzzle.", true);
  else download(`${fileName()}.svg`, "image/svg+xml", view.board.svg);
});
on("forget", () => {
  if (draft !== undefined && confirm("Delete this draft?")) {
    clearTimeout(pending);
    pending = undefined;
    drafts.remove(draft);
    draft = undefined;
    void begin();
  }
});
get("more").addEventListener("click", (event) => {
  if ((event.target as Element).closest("button")) get("more").removeAttribute("open");
});
get("more").addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  get("more").removeAttribute("open");
  get("more").querySelector("summary")?.focus();
});
get<HTMLSelectElement>("open").addEventListener("change", (event) => choose((event.target as HTMLSelectElement).value));
addEventListener("hashchange", () => void begin());
addEventListener("pagehide", keepNow);
if (isEmbedded) {
  const whole = get<HTMLAnchorElement>("whole");
  whole.hidden = false;
  whole.target = "_blank";
  whole.href = location.pathname + location.hash;
}

server.start();
void begin();
