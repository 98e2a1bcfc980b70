// The style sheet of the shadow root. The variables of the editor's webviews are used where they exist.

export const STYLE = `
:host { display: block; --board-accent: #0b62a8; --board-bad: #b3261e; --board-line: #767676; --board-face: #f6f6f6;
  --board-ink: #1a1a1a; --board-soft: #555; --board-on: #fff;
  --board-paper: #fff; color: var(--board-ink); background: var(--board-paper);
  font: 15px/1.45 ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif; }
:host([data-scheme="dark"]) { --board-accent: #7cc9f5; --board-bad: #ff9d8a; --board-line: #8b919d;
  --board-face: #2a2e36; --board-ink: #f0f0f0; --board-soft: #bbb; --board-on: #10131a;
  --board-paper: #16181d; }
@media (prefers-color-scheme: dark) {
  :host(:not([data-scheme="light"])) { --board-accent: #7cc9f5; --board-bad: #ff9d8a; --board-line: #8b919d;
    --board-face: #2a2e36; --board-ink: #f0f0f0; --board-soft: #bbb; --board-on: #10131a; --board-paper: #16181d; }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.picture { overflow: auto; max-height: 64vh; border-radius: 8px; outline-offset: 2px; user-select: none;
  -webkit-user-select: none; -webkit-tap-highlight-color: transparent; }
.picture:focus-visible, button:focus-visible, summary:focus-visible { outline: 3px solid var(--board-accent); }
.picture svg { display: block; margin: 0 auto; }
.picture:not(.tree) svg { width: min(100%, 28rem); height: auto; max-height: 60vh; }
.picture .paper { fill: var(--board-paper); }
.pieces, .roll, .tiles, .rings { touch-action: none; }
.pieces [data-piece], .tiles [data-piece] { cursor: grab; }
.digits [data-cell], .tree [data-cell] { cursor: pointer; }
rect.cursor, .cursor circle { fill: var(--board-accent); fill-opacity: .22; }
rect.chosen, .chosen circle, .chosen > path, .chosen > rect { stroke: var(--board-accent); stroke-width: 4; }
rect.blocked, .blocked circle { stroke: var(--board-bad); stroke-width: 3; stroke-dasharray: 5 3; }
p { margin: .4em 0; overflow-wrap: anywhere; }
.status { font-weight: 600; min-height: 1.45em; }
[data-plain] .pencil { display: none; }
.status.solved::before { content: "✓ "; }
.message { color: var(--board-soft); min-height: 1.45em; }
.message.bad { color: var(--board-bad); }
.bar { display: flex; flex-wrap: wrap; gap: .35rem; margin: .4rem 0; }
button { font: inherit; color: inherit; background: var(--board-face); border: 1px solid var(--board-line);
  border-radius: 6px; padding: .25rem .65rem; min-width: 2.4rem; min-height: 2.4rem; cursor: pointer; }
button:hover { border-color: var(--board-accent); }
button[aria-disabled="true"] { opacity: .55; cursor: default; }
button[aria-pressed="true"] { background: var(--board-accent); color: var(--board-on); }
details pre { overflow: auto; line-height: 1.2; font-family: ui-monospace, monospace; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;
