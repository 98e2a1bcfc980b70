// The board on the screen: the picture, the lines below it and the buttons, in a shadow root.

import type { Board, BoardChanged, BoardMove, IllegalMove, Range } from "../protocol";
import * as controls from "./controls";
import type { Direction, Manner } from "./controls";
import { contains, Game } from "./game";
import type { Connection, Edit, Place } from "./game";
import { isStill, movedPiece, Picture } from "./picture";
import type { Point } from "./picture";
import { STYLE } from "./style";
import * as words from "./words";

export interface BoardOptions {
  /**
   * Makes an edit as one undo step. Resolves to the place to show in the new text (its new version, and
   * `edit.position`), or to `null` if the edit was not made. It must not wait for `show`. Without it,
   * moves are only shown.
   */
  write?: (edit: Edit) => Promise<Place | null>;
  /** Takes back the last change of the text. */
  undo?: () => void;
  /** Selects the text of a cell that was clicked. */
  select?: (range: Range) => void;
  /** Called after each answer of the server. */
  shown?: (board: Board | null) => void;
  /** The colors; those of the system if it is missing. */
  scheme?: "light" | "dark";
}

/** The time that a frame of a film is shown, in milliseconds. */
const FRAME = 450;
/** A shorter way of the pointer is a tap, in pixels. */
const TAP = 8;

interface Drag {
  pointer: number;
  start: { clientX: number; clientY: number };
  cell: string | undefined;
  piece: string | undefined;
  nearest?: controls.Dragged | undefined;
}

export class BoardView {
  private readonly game: Game;
  private readonly root: ShadowRoot;
  private readonly picture: Picture;
  private readonly status = element("p", { class: "status" });
  private readonly message = element("p", { class: "message" });
  private readonly live = element("p", { class: "spoken", role: "status", "aria-live": "polite" });
  private readonly help = element("p", { class: "message", id: "help" });
  private readonly pad = element("div", { class: "bar", role: "group", "aria-label": "Moves" });
  private readonly text = element("pre", {});
  private readonly details = element("details", {});
  private readonly buttons: Record<"undo" | "start" | "back" | "play" | "forward" | "hint" | "write", HTMLElement>;
  private padOf = "";
  private manner: Manner = "list";
  /** The chosen cell. */
  private current: string | undefined;
  /** The chosen piece. */
  private chosen: string | undefined;
  /** The cells that were in the way of an illegal move. */
  private blocked: string[] = [];
  private isPencil = false;
  private drag: Drag | undefined;
  /** How far the piece was dragged whose move is being made. */
  private dragged: Point | undefined;
  private film: ReturnType<typeof setTimeout> | undefined;
  private isWaiting = false;
  private scheme: "light" | "dark" | undefined;

  constructor(
    host: HTMLElement,
    connection: Connection,
    private readonly options: BoardOptions = {},
  ) {
    const changed = (by?: BoardMove, before?: Board) => this.update(by, before);
    this.game = new Game(connection, { ...(options.write && { write: options.write }), changed });
    this.root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    const surface = element("div", {
      class: "picture",
      tabindex: "0",
      role: "application",
      "aria-describedby": "help",
    });
    this.picture = new Picture(surface);
    const on = (label: string, text: string, act: () => void) => button(text, label, act);
    this.buttons = {
      undo: on("Undo the last change of the text", "Undo", () => this.undo()),
      start: on("Back to the place in the text", "|◀", () => this.step(() => this.game.back(true))),
      back: on("Back", "◀", () => this.step(() => this.game.back())),
      play: on("Play the solution", "Play", () => this.toggleFilm()),
      forward: on("Next move of the solution", "▶", () => this.step(() => this.forward())),
      hint: on("Hint", "Hint", () => void this.hint()),
      write: on("Write moves into the text", "Write moves", () => this.step(() => this.game.writeShown())),
    };
    const film = element("div", { class: "bar", role: "group", "aria-label": "Solution" });
    film.append(...Object.values(this.buttons));
    const summary = element("summary", {});
    summary.textContent = "Board as text";
    this.details.append(summary, this.text);
    const style = element("style", {});
    style.textContent = STYLE;
    this.root.replaceChildren(
      style,
      surface,
      this.status,
      this.message,
      film,
      this.pad,
      this.help,
      this.details,
      this.live,
    );
    this.colors = options.scheme;
    surface.addEventListener("pointerdown", (event) => this.onDown(event));
    surface.addEventListener("pointermove", (event) => this.onMove(event));
    surface.addEventListener("pointerup", (event) => this.onUp(event));
    surface.addEventListener("pointercancel", () => this.endDrag());
    this.root.addEventListener("keydown", (event) => this.onKey(event as KeyboardEvent));
    this.update();
  }

  /** Shows the board at a place: call it when the cursor moves and after edits. */
  show(place: Place | null): Promise<void> {
    return this.game.show(place);
  }

  /** Takes a notification `puzzled/boardChanged` of the server. */
  changed(params: BoardChanged): void {
    this.game.changed(params);
  }

  get board(): Board | null {
    return this.game.board;
  }

  /** The moves that are shown and not in the text, as `play` takes them. */
  get shown(): string {
    return this.game.shown;
  }

  set colors(scheme: "light" | "dark" | undefined) {
    this.scheme = scheme;
    const host = this.root.host as HTMLElement;
    if (scheme) host.dataset.scheme = scheme;
    else delete host.dataset.scheme;
    if (this.board) this.update();
  }

  focus(): void {
    this.picture.host.focus();
  }

  /** Plays the solution, one frame a move. */
  play(): void {
    if (this.film === undefined && !this.isWaiting) this.toggleFilm();
  }

  /** Writes moves into the text, such as those of a solution, after the state at the place. */
  writeMoves(moves: string): Promise<void> {
    this.stop();
    return this.game.writeMoves(moves);
  }

  dispose(): void {
    this.stop();
    void this.game.show(null);
    this.root.replaceChildren();
  }

  // ---- what is shown ----

  /** Draws the board after an answer. */
  private update(by?: BoardMove, before?: Board): void {
    const { board, game } = this;
    const surface = this.picture.host;
    this.options.shown?.(board);
    for (const part of [this.status, this.buttons.back.parentElement, this.pad, this.help, this.details]) {
      (part as HTMLElement).hidden = !board;
    }
    if (!board) {
      this.picture.clear();
      this.picture.host.setAttribute("aria-label", "No board");
      const absence = game.place ? "There is no puzzle at the cursor, or its declaration has a mistake." : "";
      this.say(game.failure ? `The server has failed: ${game.failure}` : absence, game.failure !== undefined);
      this.stop();
      return;
    }
    if (board.puzzle.name !== before?.puzzle.name || board.puzzle.kind !== before.puzzle.kind) {
      this.chosen = undefined;
      this.current = undefined;
      this.stop();
    }
    const tree = board.cells[0]?.id.startsWith("[") ? " tree" : "";
    this.manner = controls.mannerOf(board.puzzle.kind);
    surface.className = `picture ${this.manner}${tree && this.manner !== "tree" ? tree : ""}`;
    surface.setAttribute("aria-label", board.title);
    this.picture.draw(board.svg, this.scheme);
    // A wide tree is shown from its root.
    if (!before && this.manner === "tree") {
      surface.scrollLeft = (this.picture.middle("[]")?.x ?? 0) - surface.clientWidth / 2;
    }
    this.text.textContent = board.text ?? "";
    this.status.textContent = words.status(board, game.then.length);
    this.status.classList.toggle("solved", board.solved);
    this.help.textContent = controls.keys(this.manner);
    this.light();
    this.fillPad(board);
    this.setButtons(board);
    this.tell(board, by, before);
    if (by && before) this.slide(board, by);
    this.dragged = undefined;
    if (this.isWaiting) this.nextFrame();
  }

  /** Says what has happened. */
  private tell(board: Board, by?: BoardMove, before?: Board): void {
    if (board.illegal) {
      this.refuse(board.illegal);
    } else if (board.hint !== undefined) {
      this.say(`Hint: ${board.hint}`);
    } else if (this.game.hint) {
      this.say(board.solved ? "The puzzle is solved." : "There is no hint here.");
    } else if (by || !before || topic(board) !== topic(before)) {
      // Every frame of a film would be too much to hear.
      const isFrame = this.isPlaying && !board.solved;
      const parts = isFrame ? [] : [by?.text, board.title, this.status.textContent];
      this.say("", false, parts.filter(Boolean).join(". "));
    } else if (!this.isPlaying && words.status(before, 0) !== words.status(board, 0)) {
      this.live.textContent = this.status.textContent;
    }
  }

  /** Shows a message, and says it to screen readers. */
  private say(text: string, isBad = false, spoken = text): void {
    this.message.textContent = text;
    this.message.classList.toggle("bad", isBad);
    this.blocked = [];
    this.picture.light("blocked", []);
    if (spoken !== "") this.live.textContent = spoken;
  }

  /** Shows why a move is illegal. */
  private refuse(illegal: IllegalMove): void {
    this.say(words.refusal(illegal), true);
    this.blocked = illegal.cells;
    this.light();
    this.picture.shake(this.manner === "pieces" ? this.chosen : undefined);
  }

  /** Lights the cell at the cursor, the chosen cell and the chosen piece. */
  private light(): void {
    const { board, game } = this;
    if (!board) return;
    const cursor = board.cells.find((cell) => game.place && contains(cell.range, game.place.position));
    this.picture.light("cursor", cursor ? [cursor.id] : []);
    this.picture.light("chosen", this.current === undefined ? [] : [this.current], this.chosen);
    this.picture.light("blocked", this.blocked);
    if (this.manner === "tree" && this.current !== undefined) {
      this.picture.cell(this.current)?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    }
  }

  private setButtons(board: Board): void {
    const { game } = this;
    const able = (name: keyof typeof this.buttons, is: boolean) =>
      this.buttons[name].setAttribute("aria-disabled", `${!is}`);
    const hasGoal = board.hasGoal && board.unknown === undefined;
    for (const name of ["play", "forward", "hint"] as const) this.buttons[name].hidden = !hasGoal;
    this.buttons.undo.hidden = !this.options.undo;
    this.buttons.start.hidden = this.buttons.back.hidden = !hasGoal && game.then.length + game.undone.length === 0;
    able("start", game.then.length > 0);
    able("back", game.then.length > 0);
    able("forward", game.canForward);
    able("play", game.canForward || board.distanceState === "running" || this.isPlaying);
    able("hint", !board.solved && board.distanceState !== "withheld");
    name(this.buttons.hint, board.hintMoves?.length ? "Make this move" : "Hint");
    name(this.buttons.play, this.isPlaying ? "Pause" : "Play", this.isPlaying ? "Pause" : "Play the solution");
    this.buttons.write.hidden = !this.options.write || game.then.length === 0 || !board.write;
  }

  /** Lets the piece of a move slide to its place. */
  private slide(board: Board, by: BoardMove): void {
    if (this.manner !== "pieces" && this.manner !== "tiles") return;
    const piece = movedPiece(board, by);
    const shift = this.picture.shift(by);
    const from = { x: (this.dragged?.x ?? 0) - shift.x, y: (this.dragged?.y ?? 0) - shift.y };
    if (piece !== undefined) this.picture.slide(piece, from);
  }

  /** Fills the buttons for moves. They stay the same elements while they have the same names. */
  private fillPad(board: Board): void {
    const moves = controls.others(board, this.manner);
    const isArrows = this.manner === "pieces" || this.manner === "roll" || this.manner === "tiles";
    const digits = this.manner === "digits" ? controls.symbols(board) : [];
    const names = [this.manner, ...moves.map((move) => move.text), ...digits].join(" ");
    if (names !== this.padOf) {
      this.padOf = names;
      const parts: HTMLElement[] = [];
      if (isArrows) {
        for (const [symbol, direction] of [
          ["←", "left"],
          ["↑", "up"],
          ["↓", "down"],
          ["→", "right"],
        ] as const) {
          parts.push(button(symbol, `Push ${direction}`, () => this.arrow(direction, false)));
        }
      }
      for (const symbol of digits) parts.push(button(symbol, symbol, () => this.type(symbol, this.isPencil)));
      if (digits.length > 0) {
        const pencil = button("✎", "Pencil marks", () => this.setPencil(!this.isPencil));
        pencil.setAttribute("aria-pressed", `${this.isPencil}`);
        const marks = button("Marks", "Marks are shown", () => {
          const isHidden = this.picture.host.toggleAttribute("data-plain");
          marks.setAttribute("aria-pressed", `${!isHidden}`);
        });
        marks.setAttribute("aria-pressed", `${!this.picture.host.hasAttribute("data-plain")}`);
        parts.push(pencil, marks);
      }
      for (const { text, direction } of moves) {
        const symbol = direction === "clockwise" ? "↻" : direction === "counterclockwise" ? "↺" : text;
        parts.push(button(symbol, direction === undefined ? text : `Turn ${direction}`, () => this.push(text)));
      }
      if (this.manner === "tree") parts.push(button("Flip", "Flip the chosen node", () => this.flip()));
      this.pad.replaceChildren(...parts);
    }
    this.pad.hidden = this.pad.childElementCount === 0;
  }

  // ---- moves ----

  /** Makes a move, or shows why it is illegal. */
  private undo(): void {
    this.stop();
    this.options.undo?.();
  }

  private push(text: string): void {
    this.stop();
    void this.game.push(text).then((illegal) => {
      if (!illegal) return;
      this.dragged = undefined;
      this.refuse(illegal);
    });
  }

  private arrow(direction: Direction, isFar: boolean): void {
    const { board } = this;
    if (!board) return;
    if (this.manner === "pieces" && this.chosen === undefined) {
      const pieces = controls.pushable(board, direction);
      if (pieces.length !== 1) {
        const choose = "choose one with its letter, Space or a tap";
        this.say(
          pieces.length > 1 ? `Several blocks can move ${direction}: ${choose}.` : `No block can move ${direction}.`,
          true,
        );
        return;
      }
      this.choosePiece(pieces[0]);
    }
    this.push(controls.straight(board, direction, this.manner === "pieces" ? this.chosen : undefined, isFar));
  }

  private choosePiece(piece: string | undefined): void {
    this.chosen = piece;
    this.current = undefined;
    this.light();
    if (this.board && piece !== undefined) this.say("", false, `block ${controls.label(this.board, piece)}`);
  }

  /** Chooses the next piece that can move. */
  private nextPiece(by: 1 | -1): void {
    const pieces = this.board ? controls.movable(this.board) : [];
    const at = pieces.indexOf(this.chosen ?? "");
    const next = at < 0 ? (by > 0 ? 0 : pieces.length - 1) : (at + by + pieces.length) % pieces.length;
    this.choosePiece(pieces[next]);
  }

  private chooseCell(id: string): void {
    const { board } = this;
    if (!board) return;
    this.current = id;
    this.light();
    const cell = controls.cellOf(board, id);
    if (cell) this.say("", false, words.cell(board, cell));
    if (this.manner === "tree" && (board.hiddenCells > 0 || this.game.around !== undefined)) {
      void this.game.turnTo(id).then(() => {
        // There may be no such node below the last one that was drawn.
        const cell = this.board && controls.cellOf(this.board, id);
        if (this.board && cell) this.say("", false, words.cell(this.board, cell));
        else if (this.current === id) this.chooseCell(controls.neighbor(board, id, "up") ?? "[]");
      });
    }
  }

  private type(symbol: string, isMark: boolean): void {
    const { board, current } = this;
    if (board && current !== undefined) this.push(controls.digit(board, current, symbol, isMark));
    else this.say("Choose a cell first.", true);
  }

  private setPencil(is: boolean): void {
    this.isPencil = is;
    this.pad.querySelector("[aria-pressed]")?.setAttribute("aria-pressed", `${is}`);
    this.say(is ? "Digits are pencil marks." : "Digits are put into cells.");
  }

  /** Flips the chosen node in the text. */
  private flip(): void {
    const { board, current } = this;
    const cell = board && controls.cellOf(board, current);
    if (!board || !cell) return this.say("Choose a node first.", true);
    if (board.at.made > 0 || !cell.range || !this.options.write) {
      return this.say("A node is flipped in the declaration: put the cursor there, before the first step.", true);
    }
    this.stop();
    void this.game.rewrite(cell.range, cell.text === "X" ? "." : "X");
  }

  private async hint(): Promise<void> {
    const { game } = this;
    this.stop();
    if (this.buttons.hint.getAttribute("aria-disabled") === "true") return;
    const moves = this.board?.hintMoves ?? [];
    if (moves.length === 0) return game.askHint();
    for (const text of moves) this.push(text);
  }

  // ---- the film ----

  private get isPlaying(): boolean {
    return this.film !== undefined || this.isWaiting;
  }

  private step(act: () => Promise<unknown>): void {
    this.stop();
    void act();
  }

  /** Makes the next move of the solution. Returns whether it is known. */
  private async forward(): Promise<boolean> {
    const isMade = await this.game.forward();
    const isSearching = this.board?.distanceState === "running";
    if (!isMade && this.board && !this.board.solved && !isSearching) this.say("No next move is known here.", true);
    return isMade;
  }

  private toggleFilm(): void {
    if (this.isPlaying) return this.stop();
    if (this.buttons.play.getAttribute("aria-disabled") !== "true") this.nextFrame();
  }

  private nextFrame(): void {
    const { board, game } = this;
    this.isWaiting = false;
    this.film = setTimeout(
      async () => {
        const isMade = await this.forward();
        if (this.film === undefined) return;
        this.film = undefined;
        if (isMade && !this.board?.solved) this.nextFrame();
        else this.isWaiting = !isMade && this.board?.distanceState === "running";
        if (this.board) this.setButtons(this.board);
      },
      game.then.length === 0 ? 0 : FRAME * (isStill() ? 2 : 1),
    );
    if (board) this.setButtons(board);
  }

  private stop(): void {
    clearTimeout(this.film);
    this.film = undefined;
    this.isWaiting = false;
    if (this.board) this.setButtons(this.board);
  }

  // ---- pointers and keys ----

  private onDown(event: PointerEvent): void {
    const { board } = this;
    if (!board || this.drag || event.button > 0) return;
    const cell = Picture.cellOf(event);
    const { clientX, clientY, pointerId: pointer } = event;
    const piece = controls.cellOf(board, cell)?.piece;
    this.drag = { pointer, start: { clientX, clientY }, cell, piece };
    if (this.manner === "digits" || this.manner === "tree" || this.manner === "list") return;
    (this.picture.host as HTMLElement).setPointerCapture?.(pointer);
  }

  private way(event: PointerEvent): Point {
    const { scale } = this.picture;
    const { clientX, clientY } = this.drag?.start ?? event;
    return { x: (event.clientX - clientX) * scale, y: (event.clientY - clientY) * scale };
  }

  private onMove(event: PointerEvent): void {
    const { board, drag } = this;
    if (!board || drag?.pointer !== event.pointerId || drag.piece === undefined || this.manner !== "pieces") return;
    const moves = board.moves?.filter((move) => move.piece === drag.piece) ?? [];
    const way = this.way(event);
    drag.nearest = controls.nearest(moves, (move) => this.picture.shift(move), way);
    // A piece that cannot follow shows that it was touched.
    const pull = Math.min(1, 4 / Math.max(1, Math.hypot(way.x, way.y)));
    const stuck = { x: way.x * pull, y: way.y * pull };
    this.picture.drag(drag.piece, drag.nearest && drag.nearest.made > 0 ? drag.nearest.shift : stuck);
  }

  private onUp(event: PointerEvent): void {
    const { board, drag } = this;
    if (!board || drag?.pointer !== event.pointerId) return;
    const way = this.way(event);
    const isTap = Math.hypot(event.clientX - drag.start.clientX, event.clientY - drag.start.clientY) < TAP;
    const { cell, piece, nearest } = drag;
    this.drag = undefined;
    if (isTap) {
      this.endDrag(piece);
      if (cell !== undefined) this.tap(board, cell, event.ctrlKey || event.metaKey);
    } else if (this.manner === "pieces" && piece !== undefined) {
      this.choosePiece(piece);
      if (nearest && nearest.made >= 0.5) {
        this.dragged = nearest.shift;
        this.push(nearest.move.text);
      } else {
        this.endDrag(piece);
        const isFar = Math.hypot(way.x, way.y) >= this.picture.unit / 2;
        if (isFar) this.push(controls.straight(board, controls.directionOf(way), piece));
      }
    } else if (this.manner === "roll" || this.manner === "tiles") {
      this.arrow(controls.directionOf(way), false);
    } else if (this.manner === "rings") {
      this.turnRing(board, drag.start, event);
    }
  }

  private endDrag(piece = this.drag?.piece): void {
    if (piece !== undefined && this.manner === "pieces") this.picture.drag(piece);
    this.drag = undefined;
  }

  private turnRing(board: Board, start: Drag["start"], event: PointerEvent): void {
    const [first, last] = [board.cells[0], board.cells.at(-1)].map((cell) => this.picture.middle(cell?.id ?? ""));
    if (!first || !last) return;
    const middle = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
    const move = controls.turn(board, middle, this.picture.locate(start), this.picture.locate(event));
    if (move) this.push(move.text);
  }

  /** A cell was tapped. */
  private tap(board: Board, id: string, isSelect: boolean): void {
    const cell = controls.cellOf(board, id);
    const wasCurrent = this.current === id;
    const move = this.manner === "tiles" ? board.moves?.find((move) => move.from.includes(id)) : undefined;
    if (move && !isSelect) return this.push(move.text);
    if (this.manner === "tree" && wasCurrent && !isSelect) return this.flip();
    if (this.manner === "pieces" && cell?.piece !== undefined) this.choosePiece(cell.piece);
    else this.chooseCell(id);
    if (this.manner === "tiles" && cell?.text !== undefined) {
      this.say(`Tile ${cell.text} cannot move.`, true);
      this.blocked = [id];
      this.light();
      this.picture.shake(cell.piece);
    }
    // Elsewhere the cursor would leave the state that is shown, or the place where moves are written.
    const { at, puzzle } = board;
    const isStart = JSON.stringify(at.range) === JSON.stringify(puzzle.range) && this.game.then.length === 0;
    if (cell?.range && (isStart || isSelect)) this.options.select?.(cell.range);
  }

  private onKey(event: KeyboardEvent): void {
    const { key } = event;
    if (event.altKey || !this.board) return;
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && key.toLowerCase() === "z";
    if (isUndo && this.options.undo) {
      this.undo();
      event.preventDefault();
      return;
    }
    // On a button, all keys but the arrows are the button's.
    const isOnPicture = event.target === this.picture.host;
    if (event.ctrlKey || event.metaKey || (!isOnPicture && !controls.ARROWS[key])) return;
    if (this.onKeyOf(this.board, event)) event.preventDefault();
  }

  /** Returns whether a key means something. */
  private onKeyOf(board: Board, event: KeyboardEvent): boolean {
    const { manner } = this;
    const { key } = event;
    const direction = controls.ARROWS[key];
    if (key === "Escape") {
      this.current = undefined;
      this.choosePiece(undefined);
      return true;
    }
    if (direction) {
      if (manner === "rings") {
        const name = direction === "right" || direction === "down" ? "clockwise" : "counterclockwise";
        const move = board.moves?.find((move) => move.direction === name);
        if (move) this.push(move.text);
      } else if (manner === "digits" || manner === "tree") {
        const first = board.cells[0]?.id ?? "";
        const at = this.current;
        this.chooseCell(at === undefined ? first : (controls.neighbor(board, at, direction) ?? at));
      } else if (manner !== "list") {
        this.arrow(direction, event.shiftKey);
      }
      return manner !== "list";
    }
    if (manner === "digits") {
      const symbol = /^Digit[1-9]$/.test(event.code) ? event.code.slice(5) : key.toUpperCase();
      if (key === " ") this.setPencil(!this.isPencil);
      else if (controls.symbols(board).includes(symbol)) this.type(symbol, this.isPencil !== event.shiftKey);
      else return false;
      return true;
    }
    if (manner === "tree" && (key === "Enter" || key === " ")) {
      this.flip();
      return true;
    }
    if (manner === "pieces" && key === " ") {
      this.nextPiece(event.shiftKey ? -1 : 1);
      return true;
    }
    if (key.length !== 1 || key === " ") return false;
    const piece = manner === "pieces" ? controls.labeled(board, key) : undefined;
    const other = controls.others(board, manner).find((move) => move.text.startsWith(key));
    if (piece !== undefined) this.choosePiece(piece);
    else if (other) this.push(other.text);
    return piece !== undefined || other !== undefined;
  }
}

/** Returns what a message is about. */
function topic({ title, at, unknown, illegal, hint }: Board): string {
  return JSON.stringify([title, at, unknown, illegal, hint]);
}

/** Makes an element with attributes. */
function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string>,
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Gives a button its text, and a label that says more. */
function name(button: HTMLElement, text: string, label = text): void {
  button.textContent = text;
  button.setAttribute("aria-label", label);
  button.title = label;
}

function button(text: string, label: string, act: () => void): HTMLElement {
  const made = element("button", { type: "button" });
  name(made, text, label);
  made.addEventListener("click", act);
  return made;
}
