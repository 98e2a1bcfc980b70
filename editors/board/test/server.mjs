// The language server of the tests: the program named by PUZZLED_BIN, or what it has answered before, in
// `recorded.json.gz`. `npm run record` renews that file.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";

const FILE = new URL("recorded.json.gz", import.meta.url);

/** Returns the offset of a position. */
function offset(text, { line, character }) {
  const lines = text.split("\n").slice(0, line);
  return lines.reduce((sum, one) => sum + one.length + 1, 0) + character;
}

/** Returns a text after an edit. */
export function apply(text, { range, newText }) {
  return text.slice(0, offset(text, range.start)) + newText + text.slice(offset(text, range.end));
}

/** Starts the program and returns a function that sends requests, and one that sends notifications. */
function start(program) {
  const child = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const pending = new Map();
  let received = Buffer.alloc(0);
  const send = (message) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  child.stdout.on("data", (data) => {
    received = Buffer.concat([received, data]);
    for (;;) {
      const head = received.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(received.subarray(0, head).toString())[1]);
      const end = head + 4 + length;
      if (received.length < end) return;
      const message = JSON.parse(received.subarray(head + 4, end).toString());
      received = received.subarray(end);
      if (message.method !== undefined && message.id !== undefined) send({ id: message.id, result: null });
      if (message.method !== undefined) continue;
      const { resolve, reject } = pending.get(message.id);
      if (message.error) reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
      else resolve(message.result);
    }
  });
  let id = 0;
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      pending.set(++id, { resolve, reject });
      send({ id, method, params });
    });
  return { request, notify: (method, params) => send({ method, params }), stop: () => child.kill() };
}

/** Documents, and a server that answers requests for their boards. */
export class Server {
  static async open() {
    const server = new Server();
    server.documents = new Map();
    server.recorded = {};
    const program = process.env.PUZZLED_BIN;
    if (process.env.RECORD && !program) throw new Error("PUZZLED_BIN must name the program to record");
    if (program) {
      server.real = start(program);
      const capabilities = { experimental: { puzzledBoard: true } };
      await server.real.request("initialize", { processId: null, rootUri: null, capabilities });
      server.real.notify("initialized", {});
    } else {
      server.recorded = JSON.parse(gunzipSync(readFileSync(FILE)).toString());
    }
    return server;
  }

  set(uri, text) {
    const version = (this.documents.get(uri)?.version ?? 0) + 1;
    this.documents.set(uri, { text, version });
    const textDocument = { uri, version, languageId: "puzzled" };
    if (version === 1) this.real?.notify("textDocument/didOpen", { textDocument: { ...textDocument, text } });
    else this.real?.notify("textDocument/didChange", { textDocument, contentChanges: [{ text }] });
    return { uri, version };
  }

  async request(method, params) {
    const { textDocument, ...rest } = params;
    const { text, version } = this.documents.get(textDocument.uri);
    if (textDocument.version !== version) throw Object.assign(new Error("another version"), { code: -32801 });
    const key = `${method} ${JSON.stringify(rest, Object.keys(rest).concat("line", "character").sort())} ${text}`;
    if (!this.real) {
      if (!(key in this.recorded)) throw new Error(`not recorded: ${key}`);
      return structuredClone(this.recorded[key]);
    }
    const answer = await this.settled(method, params);
    if (!process.env.RECORD) return answer;
    // The style sheet is the same in all pictures, and few tests need it.
    const svg = answer?.svg?.replace(/<style>[^]*?<\/style>/, "");
    const versionless = answer && { ...answer, version: 1, ...(svg && { svg }) };
    this.recorded[key] = versionless;
    return structuredClone(versionless);
  }

  /** Returns an answer of the program that no search changes any more. */
  async settled(method, params) {
    for (;;) {
      const answer = await this.real.request(method, params);
      const isFar = answer?.distance > 0 && answer.puzzle.kind !== "sudoku";
      if (answer?.distanceState !== "running" && (!isFar || answer.next !== undefined)) return answer;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  close() {
    this.real?.stop();
    if (process.env.RECORD) writeFileSync(FILE, gzipSync(JSON.stringify(this.recorded), { level: 9 }));
  }
}
