// The picture of a board: the server's SVG, with classes for what is lit, and the geometry of its cells.

import type { Board, BoardMove } from "../protocol";

/** A point or a shift in the units of the picture. */
export interface Point {
  x: number;
  y: number;
}

/** How long a piece slides, in milliseconds. */
const SLIDE = 160;

export class Picture {
  private svg: SVGSVGElement | null = null;

  constructor(readonly host: HTMLElement) {}

  /** Draws an SVG document. `scheme` replaces the scheme of the system. */
  draw(text: string | undefined, scheme: "light" | "dark" | undefined): void {
    if (text === undefined) return this.clear();
    const query = "@media(prefers-color-scheme:dark)";
    if (scheme) text = text.replaceAll(query, scheme === "dark" ? "@media all" : "@media not all");
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (parsed.localName !== "svg") return this.clear();
    this.svg = this.host.ownerDocument.importNode(parsed, true) as unknown as SVGSVGElement;
    // The element around it has the title as its name.
    this.svg.setAttribute("aria-hidden", "true");
    this.svg.removeAttribute("aria-labelledby");
    this.host.replaceChildren(this.svg);
  }

  clear(): void {
    this.svg = null;
    this.host.replaceChildren();
  }

  private named(attribute: string, name: string): Element[] {
    const elements = this.svg?.querySelectorAll(`[${attribute}]`) ?? [];
    return [...elements].filter((element) => element.getAttribute(attribute) === name);
  }

  cell(id: string): Element | undefined {
    return this.named("data-cell", id)[0];
  }

  piece(id: string): SVGGraphicsElement[] {
    return this.named("data-piece", id) as SVGGraphicsElement[];
  }

  /** Gives a class to cells and a piece, and takes it from all others. */
  light(name: string, cells: string[], piece?: string): void {
    for (const lit of this.svg?.querySelectorAll(`.${name}`) ?? []) lit.classList.remove(name);
    for (const id of cells) this.cell(id)?.classList.add(name);
    for (const part of piece === undefined ? [] : this.piece(piece)) part.classList.add(name);
  }

  /** Returns the cell at the target of an event. */
  static cellOf(event: Event): string | undefined {
    const target = event.composedPath?.()[0] ?? event.target;
    const cell = (target as Element | null)?.closest?.("[data-cell]");
    return cell?.getAttribute("data-cell") ?? undefined;
  }

  /** Returns the middle of a cell. */
  middle(id: string): Point | undefined {
    const cell = this.cell(id);
    const shape = cell?.matches("rect") ? cell : cell?.querySelector("circle");
    if (!shape) return undefined;
    const number = (name: string) => Number(shape.getAttribute(name) ?? 0);
    if (shape.matches("circle")) return { x: number("cx"), y: number("cy") };
    return { x: number("x") + number("width") / 2, y: number("y") + number("height") / 2 };
  }

  /** The size of a cell. */
  get unit(): number {
    return Number(this.svg?.querySelector("rect[data-cell]")?.getAttribute("width") ?? 48);
  }

  /** The shift of a piece by a move. */
  shift(move: BoardMove): Point {
    const from = this.middle(move.from[0] ?? "");
    const to = this.middle(move.to[0] ?? "");
    return from && to ? { x: to.x - from.x, y: to.y - from.y } : { x: 0, y: 0 };
  }

  /** Returns the number of units of the picture in a pixel of the screen. */
  get scale(): number {
    const width = this.svg?.getBoundingClientRect().width ?? 0;
    const units = Number(this.svg?.getAttribute("viewBox")?.split(" ")[2] ?? 0);
    return width > 0 && units > 0 ? units / width : 1;
  }

  /** Returns a place of the screen in the units of the picture. */
  locate(event: { clientX: number; clientY: number }): Point {
    const box = this.svg?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return { x: (event.clientX - box.left) * this.scale, y: (event.clientY - box.top) * this.scale };
  }

  /** Draws a piece apart from its place; at its place without a shift. */
  drag(piece: string, shift?: Point): void {
    for (const part of this.piece(piece)) {
      if (shift) part.setAttribute("transform", `translate(${shift.x} ${shift.y})`);
      else part.removeAttribute("transform");
    }
  }

  /** Lets a piece slide from a shift to its place. */
  slide(piece: string, from: Point): void {
    const frames = [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: "none" }];
    for (const part of this.piece(piece)) animate(part, frames, SLIDE);
  }

  /** Shakes a piece, or the picture. */
  shake(piece: string | undefined): void {
    const parts: Element[] = piece === undefined ? [] : this.piece(piece);
    const frames = [0, -6, 6, -4, 4, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    for (const part of parts.length > 0 ? parts : [this.host]) animate(part, frames, 300);
  }
}

/** Returns whether the reader wants no motion. */
export function isStill(): boolean {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}

function animate(element: Element, frames: Keyframe[], duration: number): void {
  if (!isStill()) element.animate?.(frames, { duration, easing: "ease-out" });
}

/** Returns the piece that a move has moved, as the board after it names it. */
export function movedPiece(board: Board, move: BoardMove): string | undefined {
  return board.cells.find((cell) => cell.id === move.to[0])?.piece;
}
