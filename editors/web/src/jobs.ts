// The workers that run the jobs of the server. A worker receives nothing while it runs a job, so it is ended when the
// results of its job are no longer needed.

import { type Core, put, take } from "./core";

export class Jobs {
  private readonly workers: (Worker | undefined)[];
  private readonly atWork = new Set<number>();

  /** `changed` is called when a worker has sent something. */
  constructor(
    private readonly core: Core,
    private readonly module: WebAssembly.Module,
    private readonly changed: () => void,
  ) {
    this.workers = new Array<undefined>(core.workers()).fill(undefined);
    // The first job comes soon.
    this.workers[0] = this.start(0);
  }

  get isBusy(): boolean {
    return this.atWork.size > 0;
  }

  /** Ends the workers whose results are no longer needed, and begins the jobs for which there is a worker. */
  turn(): void {
    const { core, workers, atWork } = this;
    workers.forEach((worker, at) => {
      if (core.is_unwanted(at)) {
        worker?.terminate();
        this.replace(at);
        // Its answer is for the next turn.
        this.changed();
      }
      const length = atWork.has(at) ? 0 : core.job(at);
      if (length === 0) return;
      atWork.add(at);
      const job = take(core, length).slice();
      (this.workers[at] ??= this.start(at)).postMessage(job, [job.buffer]);
    });
  }

  private start(at: number): Worker {
    const worker = new Worker(new URL("job.js", self.location.href));
    worker.postMessage(this.module);
    worker.onmessage = (event: MessageEvent<Uint8Array | number>) => {
      // An ended worker may have sent something before.
      if (this.workers[at] !== worker) return;
      if (typeof event.data === "number") {
        this.atWork.delete(at);
        this.core.ended(at, event.data);
      } else {
        put(this.core, event.data);
        this.core.receive_report();
      }
      this.changed();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.workers[at] !== worker) return;
      worker.terminate();
      this.workers[at] = undefined;
      // A worker that fails without a job is not started again before there is one.
      if (this.atWork.delete(at)) this.core.replaced(at);
      this.changed();
    };
    return worker;
  }

  private replace(at: number): void {
    this.atWork.delete(at);
    this.workers[at] = this.start(at);
    this.core.replaced(at);
  }
}
