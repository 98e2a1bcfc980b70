// The page of the board in a webview. The extension sends its requests to the language server, and makes its edits.

import { type Board, BoardView, type Place } from "../../board/src/index";
import type { FromPage, ToPage } from "../src/messages";

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void; setState(state: unknown): void };

const editor = acquireVsCodeApi();
const pending = new Map<number, { resolve: (result: any) => void; reject: (error: Error) => void }>();
let requests = 0;

/** Sends a message that the extension responds to. */
function call<T>(message: (id: number) => FromPage): Promise<T> {
  const id = ++requests;
  const response = new Promise<T>((resolve, reject) => pending.set(id, { resolve, reject }));
  editor.postMessage(message(id));
  return response;
}

const view = new BoardView(
  document.getElementById("board") as HTMLElement,
  { request: (_, params) => call<Board | null>((id) => ({ type: "request", id, params })) },
  {
    write: (edit) => call<Place | null>((id) => ({ type: "write", id, edit })),
    undo: () => editor.postMessage({ type: "undo" }),
    select: (range) => editor.postMessage({ type: "select", range }),
  },
);

/** Takes the colors of the editor's theme. */
function takeColors(): void {
  const { classList } = document.body;
  const isLight = classList.contains("vscode-light") || classList.contains("vscode-high-contrast-light");
  view.colors = isLight ? "light" : "dark";
}

takeColors();
new MutationObserver(takeColors).observe(document.body, { attributeFilter: ["class"] });

/** Shows a place without moves that are not in the text. */
async function showAnew(place: Place): Promise<void> {
  if (view.shown !== "") await view.show(null);
  await view.show(place);
}

async function receive(message: ToPage): Promise<void> {
  switch (message.type) {
    case "show":
      if (message.place) editor.setState({ uri: message.place.uri });
      return view.show(message.place);
    case "play":
      await showAnew(message.place);
      return view.play();
    case "resume":
      return view.play();
    case "writeMoves":
      await showAnew(message.place);
      return view.writeMoves(message.moves);
    case "changed":
      return view.changed(message.params);
    case "focus":
      // A page that has the focus already gets no event.
      if (document.hasFocus()) editor.postMessage({ type: "focused" });
      else window.focus();
      return;
    case "response":
      pending.get(message.id)?.resolve(message.result);
      break;
    case "error": {
      const { code } = message;
      pending.get(message.id)?.reject(Object.assign(new Error(message.message), { code }));
      break;
    }
  }
  pending.delete(message.id);
}

window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => void receive(data));
window.addEventListener("focus", () => editor.postMessage({ type: "focused" }));
// While the page gets the focus, the editor has these keys: the manifest binds them to the same commands there.
window.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return;
  event.preventDefault();
  event.stopPropagation();
  editor.postMessage({ type: key === "z" && !event.shiftKey ? "undo" : "redo" });
}, true);
editor.postMessage({ type: "ready" });
