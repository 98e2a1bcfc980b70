// The module with the language server: `core/src/lib.rs` says what its exports do.

export interface Core {
  memory: WebAssembly.Memory;
  input(length: number): number;
  data(): number;
  receive(): void;
  work(milliseconds: number): void;
  delay(): number;
  next(): number;
  workers(): number;
  job(worker: number): number;
  receive_report(): void;
  ended(worker: number, spent: number): void;
  is_unwanted(worker: number): number;
  replaced(worker: number): void;
  run(): number;
}

/** Writes bytes where the module reads its input. */
export function put(core: Core, bytes: Uint8Array): void {
  const at = core.input(bytes.length);
  new Uint8Array(core.memory.buffer, at, bytes.length).set(bytes);
}

/** Returns the bytes that the module has put to its output. */
export const take = (core: Core, length: number) => new Uint8Array(core.memory.buffer, core.data(), length);

/** Returns what the module imports. `report` takes the place and the length of a result of a job. */
export const imports = (report: (at: number, length: number) => void) => ({ page: { now: () => performance.now(), report } });
