// The language server in a worker. Messages are JSON texts of the protocol. The worker never searches, so that it
// hears new messages at any time: searches are jobs of other workers.

import { type Core, imports, put, take } from "./core";
import { Jobs } from "./jobs";
import type { News } from "./server";

/** The size of the module in bytes. The build knows it; a server that compresses does not say it. */
declare const CORE_SIZE: number;

/** The part of the module after which the page hears how much is loaded. */
const STEP = 0.04;

/** The time between two looks for messages in milliseconds, unless a single one takes longer. */
const LOOK = 12;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const queue: string[] = [];
/** Wakes the loop after the messages that have arrived. `setTimeout` would wait for 4 ms each time. */
const wake = new MessageChannel();
let core: Core | undefined;
let jobs: Jobs | undefined;
/** Why the module has ended. */
let end: string | undefined;
let isScheduled = false;
let isBusy = false;
let timer: ReturnType<typeof setTimeout> | undefined;

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));
const tell = (news: News) => postMessage(news);

function die(why: string): void {
  core = undefined;
  end = why;
  tell({ died: why });
}

function schedule(): void {
  if (isScheduled || !core) return;
  isScheduled = true;
  clearTimeout(timer);
  wake.port2.postMessage(null);
}

function setBusy(is: boolean): void {
  if (is !== isBusy) tell({ busy: (isBusy = is) });
}

function receive(core: Core, text: string): void {
  put(core, encoder.encode(text));
  core.receive();
}

function turn(): void {
  isScheduled = false;
  if (!core || !jobs) return;
  try {
    for (const text of queue.splice(0)) receive(core, text);
    core.work(LOOK);
    for (let length = core.next(); length > 0; length = core.next()) {
      tell({ message: decoder.decode(take(core, length)) });
    }
    jobs.turn();
    const wait = core.delay();
    setBusy(wait === 0 || jobs.isBusy);
    if (wait === 0) schedule();
    else if (wait > 0) timer = setTimeout(schedule, wait);
  } catch (error) {
    // The module has ended: no call of it can succeed any more.
    const isTrap = error instanceof WebAssembly.RuntimeError;
    die(isTrap ? "its memory has ended, or it has met an internal error" : reason(error));
  }
}

/** Loads the module, and compiles it while it is loaded. */
async function load(): Promise<void> {
  const response = await fetch(new URL("core.wasm", self.location.href));
  if (!response.ok || !response.body) throw new Error(`core.wasm: ${response.status} ${response.statusText}`);
  let length = 0;
  let shown = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      length += part.length;
      const loaded = Math.min(1, length / CORE_SIZE);
      if (loaded >= shown + STEP || loaded === 1) tell({ loaded: (shown = loaded) });
      controller.enqueue(part);
    },
  });
  // A static server may send another type, which a browser would refuse.
  const headers = { "content-type": "application/wasm" };
  const counted = new Response(response.body.pipeThrough(counter), { headers });
  // Only workers for jobs report.
  const { instance, module } = await WebAssembly.instantiateStreaming(counted, imports(() => {}));
  core = instance.exports as unknown as Core;
  jobs = new Jobs(core, module, schedule);
}

wake.port1.onmessage = turn;
self.onmessage = (event: MessageEvent<string>) => {
  // The page may not have listened yet.
  if (end !== undefined) return tell({ died: end });
  queue.push(event.data);
  schedule();
};
load().then(schedule, (error: unknown) => die(reason(error)));
