// The worker with the language server: starts it, starts a new one if it dies, and sends requests that have
// no time limit.

import type { LSPClient, Transport } from "@codemirror/lsp-client";
import type {} from "./start";

/** What the worker tells the page. */
export type News = { message: string } | { loaded: number } | { busy: boolean } | { died: string };

/** An answer that is waited for. */
interface Waiting {
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}

/** The events of the server. */
export interface Events {
  /** The part of the module that has been loaded, from 0 to 1. */
  loaded: (part: number) => void;
  busy: (is: boolean) => void;
  /** A worker has died; a new one is started at once if `again` is true, else with the next edit. */
  died: (why: string, again: boolean) => void;
  /** The server asks to request hints again. */
  refresh: () => void;
}

/** A request that can be cancelled. */
export interface Call<Result> {
  result: Promise<Result>;
  cancel: () => void;
}

/** Workers in a row that die of the same text before no further one is started. */
const DEATHS = 3;

/** The first bytes of a notification, which is not parsed here: one with many problems is long. */
const NOTIFICATION = '{"jsonrpc":"2.0","method":';

export class Server {
  client: LSPClient | undefined;
  private worker: Worker | undefined;
  private deaths = 0;
  private count = 0;
  private waiting = new Map<string, Waiting>();
  private handlers = new Set<(message: string) => void>();
  private readonly transport: Transport = {
    send: (message) => this.worker?.postMessage(message),
    subscribe: (handler) => void this.handlers.add(handler),
    unsubscribe: (handler) => void this.handlers.delete(handler),
  };

  constructor(private readonly events: Events) {}

  /** Starts a worker, in place of the one before. The client opens its documents again. */
  start(): void {
    this.end(new Error("the server was started again"));
    const worker = window.firstWorker ?? new Worker(new URL("worker.js", document.baseURI));
    window.firstWorker = undefined;
    this.worker = worker;
    worker.onmessage = (event: MessageEvent<News>) => this.receive(event.data);
    worker.onerror = (event) => this.die(event.message || "the worker has failed");
    if (this.client?.connected) this.client.disconnect();
    this.client?.connect(this.transport);
  }

  /** Notes that the text has changed, so that a worker that died of it has another try. */
  edited(): void {
    this.deaths = 0;
    if (!this.worker) this.start();
  }

  private end(why: Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(why);
  }

  private die(why: string): void {
    const again = ++this.deaths < DEATHS;
    this.end(new Error(why));
    this.events.busy(false);
    this.events.died(why, again);
    if (again) this.start();
  }

  private receive(news: News): void {
    if ("loaded" in news) return this.events.loaded(news.loaded);
    if ("busy" in news) return this.events.busy(news.busy);
    if ("died" in news) return this.die(news.died);
    const { message } = news;
    if (message.startsWith(NOTIFICATION)) return this.forward(message);
    // Only our own answers and the requests of the server have texts as ids.
    const { id, method, result, error } = JSON.parse(message) as { id?: string; method?: string; result?: never; error?: unknown };
    if (method?.endsWith("/refresh") && id !== undefined) {
      this.transport.send(JSON.stringify({ jsonrpc: "2.0", id, result: null }));
      this.events.refresh();
      return;
    }
    const waiting = method === undefined && typeof id === "string" ? this.waiting.get(id) : undefined;
    if (!waiting) return this.forward(message);
    this.waiting.delete(id as string);
    if (error) waiting.reject(error);
    else waiting.resolve(result as never);
  }

  /** Hands a message to the client. */
  private forward(message: string): void {
    for (const handler of this.handlers) handler(message);
  }

  /** Sends a request about the text as it is now. It is refused if the worker dies. */
  call<Result>(method: string, params: object): Call<Result> {
    const id = `page-${++this.count}`;
    const send = (message: object) => this.transport.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
    const result = new Promise<Result>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      void this.client?.initializing.then(() => {
        if (this.waiting.has(id)) send({ id, method, params });
      });
    });
    return { result, cancel: () => send({ method: "$/cancelRequest", params: { id } }) };
  }

  request<Result>(method: string, params: object): Promise<Result> {
    return this.call<Result>(method, params).result;
  }
}
