// Documents that a person has edited, in the memory of the browser. Each has an id of its own, so that a
// link or an example never replaces one.

export interface Draft {
  id: string;
  /** The time of the last edit. */
  time: number;
  text: string;
}

const PREFIX = "puzzled.draft.";

/** Returns all drafts, the one that was edited last first. */
export function list(): Draft[] {
  const drafts: Draft[] = [];
  for (const key of keys()) {
    try {
      const { time, text } = JSON.parse(localStorage.getItem(key) ?? "") as Partial<Draft>;
      if (typeof text === "string") drafts.push({ id: key.slice(PREFIX.length), time: time ?? 0, text });
    } catch {
      // Another page of the same server has written it.
    }
  }
  return drafts.sort((a, b) => b.time - a.time);
}

function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return []; // the browser keeps nothing
  }
}

/** Keeps a draft. Returns false if the browser keeps nothing. */
export function keep(id: string, text: string): boolean {
  try {
    localStorage.setItem(PREFIX + id, JSON.stringify({ time: Date.now(), text }));
    return true;
  } catch {
    return false;
  }
}

export function remove(id: string): void {
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // It was never kept.
  }
}

export function freshId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}

/** Returns a line that stands for a text in a list. */
export function nameOf(text: string): string {
  const line = text.split("\n").find((text) => text.trim() !== "" && !text.trim().startsWith("//")) ?? "empty";
  const name = line.trim().replace(/\s*\{.*$/, "");
  return name.length > 40 ? `${name.slice(0, 39)}…` : name;
}
