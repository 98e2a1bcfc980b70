// A worker that runs jobs one after the other, and receives nothing while it runs one. It gets the module first, and
// sends the results of a job as bytes, then the milliseconds that the job took.

import { type Core, imports, put } from "./core";

let core: Core | undefined;

function report(at: number, length: number): void {
  if (core) postMessage(new Uint8Array(core.memory.buffer, at, length).slice());
}

self.onmessage = (event: MessageEvent<WebAssembly.Module | Uint8Array>) => {
  const { data } = event;
  if (data instanceof WebAssembly.Module) {
    core = new WebAssembly.Instance(data, imports(report)).exports as unknown as Core;
  } else if (core) {
    put(core, data);
    postMessage(core.run());
  }
};
