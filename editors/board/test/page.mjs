// A page with a board, in a small document without layout.
import { Window } from "happy-dom";
import { apply } from "./server.mjs";

const window = new Window({ url: "http://localhost/" });
Object.assign(globalThis, { document: window.document, DOMParser: window.DOMParser });
const { BoardView } = await import("../out/board.js");

let opened = 0;

/** Opens a text, and a board at a position of it. `options` are those of the board. */
export async function open(server, text, { position = { line: 0, character: 0 }, ...options } = {}) {
  const host = document.createElement("div");
  document.body.append(host);
  const uri = `file:///${++opened}.puzzle`;
  const page = { text, edits: [], selected: [], uri };
  page.write = async (edit) => {
    page.edits.push(edit);
    page.text = apply(page.text, edit);
    return { ...server.set(uri, page.text), position: edit.position };
  };
  page.view = new BoardView(host, server, {
    write: page.write,
    select: (range) => page.selected.push(range),
    ...options,
  });
  const root = host.shadowRoot;
  page.show = (position) => page.view.show({ uri, version: server.documents.get(uri).version, position });
  server.set(uri, text);
  await page.show(position);

  const surface = root.querySelector(".picture");
  page.surface = surface;
  page.root = root;
  page.cell = (id) => [...root.querySelectorAll("[data-cell]")].find((one) => one.getAttribute("data-cell") === id);
  page.status = () => root.querySelector(".status").textContent;
  page.message = () => root.querySelector(".message").textContent;
  page.spoken = () => root.querySelector(".spoken").textContent;
  page.lit = (name) => [...root.querySelectorAll(`.${name}[data-cell]`)].map((one) => one.getAttribute("data-cell"));
  page.button = (label) => [...root.querySelectorAll("button")].find((one) => one.getAttribute("aria-label") === label);
  // Waits until all that was pushed has been answered: pushes are made one after the other.
  page.rest = async () => {
    const { game } = page.view;
    let last;
    do {
      last = game.last;
      await last;
      await new Promise((resolve) => setTimeout(resolve));
    } while (last !== game.last);
  };
  page.press = async (key, more = {}) => {
    surface.dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
    await page.rest();
  };
  page.click = async (label) => {
    page.button(label).dispatchEvent(new window.MouseEvent("click", { bubbles: true }));
    await page.rest();
  };
  const pointer = (type, target, clientX, clientY, more) =>
    target.dispatchEvent(
      new window.PointerEvent(type, { bubbles: true, composed: true, pointerId: 1, clientX, clientY, ...more }),
    );
  page.tap = async (id, more = {}) => {
    pointer("pointerdown", page.cell(id), 0, 0, more);
    pointer("pointerup", page.cell(id), 0, 0, more);
    await page.rest();
  };
  /** Drags a cell by a number of cells; without layout a pixel is a unit of the picture. */
  page.drag = async (id, right, down, start = [0, 0]) => {
    const [x, y] = start;
    pointer("pointerdown", page.cell(id), x, y);
    for (const part of [0.5, 1]) pointer("pointermove", surface, x + 48 * right * part, y + 48 * down * part);
    pointer("pointerup", surface, x + 48 * right, y + 48 * down);
    await page.rest();
  };
  return page;
}
