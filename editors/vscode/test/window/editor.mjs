// A Visual Studio Code in Chromium: code-server with the packed extension, on a folder of its own.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { settingsFiles } from "./settings.mjs";

export const HERE = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const TOOLS = process.env.CODE_SERVER ?? join(HERE, "..", "..", "target", "tools", "code-server");
const NODE = join(TOOLS, "node", "node_modules", "node", "bin", "node");
const ENTRY = join(TOOLS, "server", "node_modules", "code-server", "out", "node", "entry.js");

const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Why the tests are left out, if they are. */
export const missing = [
  [process.env.PUZZLED_BIN, "PUZZLED_BIN must name the program"],
  [existsSync(ENTRY), "code-server is missing; `scripts/code-server.sh` builds it"],
  [existsSync(BROWSER), "Chromium is missing; CHROMIUM names it"],
].find(([isThere]) => !isThere)?.[1];

/** Returns a port that nobody listens on. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * How long the test waits for what must come, in milliseconds. It only bounds how long a failure takes: a window on a
 * machine that ten compilers share needs half a minute to open.
 */
export const PATIENCE = 120_000;

/** Waits until a function returns something true. */
export async function until(what, act) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const value = await act();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Returns what the window has saved of its open editors. It runs in the page. */
async function savedParts() {
  const answer = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const parts = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith("vscode-web-state-db-")) continue;
    const database = await answer(indexedDB.open(name));
    if (database.objectStoreNames.contains("ItemTable")) {
      const table = database.transaction("ItemTable").objectStore("ItemTable");
      const saved = await answer(table.get("memento/workbench.parts.editor"));
      if (saved !== undefined) parts.push(`${saved}`);
    }
    database.close();
  }
  return parts;
}

export class Editor {
  /** Starts the server with documents by their names, and opens its folder in the browser. */
  static async open(documents, settings = {}) {
    const editor = new Editor();
    try {
      await editor.start(documents, settings);
    } catch (error) {
      // The server would keep the test from ending.
      await editor.close();
      throw error;
    }
    return editor;
  }

  async start(documents, settings) {
    const home = mkdtempSync(join(tmpdir(), "puzzled-window-"));
    this.home = home;
    this.folder = join(home, "puzzles");
    mkdirSync(this.folder);
    for (const [name, text] of Object.entries(documents)) writeFileSync(join(this.folder, name), text);
    const all = {
      "puzzled.server.path": process.env.PUZZLED_BIN,
      "security.workspace.trust.enabled": false,
      "workbench.startupEditor": "none",
      "workbench.secondarySideBar.defaultVisibility": "hidden",
      "chat.disableAIFeatures": true,
      "window.autoDetectColorScheme": false,
      "telemetry.telemetryLevel": "off",
      "files.autoSave": "afterDelay",
      "files.autoSaveDelay": 100,
      "workbench.quickOpen.closeOnFocusLost": false,
      "editor.minimap.enabled": false,
      ...settings,
    };
    for (const [name, some] of Object.entries(settingsFiles(all))) {
      const file = join(home, "data", name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(some));
    }
    const folders = ["--user-data-dir", join(home, "data"), "--extensions-dir", join(home, "extensions")];
    const env = { ...process.env, HOME: home, XDG_DATA_HOME: join(home, "xdg"), XDG_CONFIG_HOME: join(home, "config") };
    delete env.PORT;
    const call = [ENTRY, ...folders, "--disable-telemetry", "--disable-update-check"];
    const installed = spawnSync(NODE, [...call, "--install-extension", join(HERE, "puzzled.vsix")], { env });
    if (installed.status !== 0) throw new Error(`${installed.stdout}${installed.stderr}`);
    const port = await freePort();
    const options = ["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-workspace-trust"];
    this.server = spawn(NODE, [...call, ...options, this.folder], { env, detached: true });
    let said = "";
    for (const stream of [this.server.stdout, this.server.stderr]) stream.on("data", (data) => (said += data));
    await until("the server", () => said.includes("HTTP server listening")).catch(() => {
      throw new Error(`code-server did not start: ${said}`);
    });
    const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"];
    this.browser = await chromium.launch({ executablePath: BROWSER, args });
    this.page = await this.browser.newPage({ viewport: { width: 1280, height: 800 } });
    this.page.setDefaultTimeout(PATIENCE);
    await this.page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(this.folder)}`);
    await this.page.locator(".monaco-workbench").waitFor();
  }

  async close() {
    await this.browser?.close();
    if (this.server) process.kill(-this.server.pid, "SIGKILL");
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Opens the list of commands or of files with a key, which a window that is still being loaded ignores. */
  async quickInput(key) {
    const input = this.page.locator(".quick-input-widget input");
    await until("the quick input", async () => {
      await this.page.keyboard.press(key);
      return input.waitFor({ timeout: 5000 }).then(() => true, () => false);
    });
    return input;
  }

  /** Runs a command by its title, and chooses from the list that it shows. */
  async command(title, choice) {
    const { page } = this;
    const input = await this.quickInput("F1");
    await input.fill(`>${title}`);
    const row = page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first();
    await row.waitFor();
    await row.click();
    if (choice) {
      await input.fill(choice);
      await page.locator(".quick-input-list .monaco-list-row", { hasText: choice }).first().click();
    }
    await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  /** Opens a document. */
  async show(name) {
    const { page } = this;
    const input = await this.quickInput("Control+p");
    await input.fill(name);
    await page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".tab.active", { hasText: name }).waitFor();
  }

  /** Waits until a document is saved with a text. */
  async text(name, expected) {
    const read = () => readFileSync(join(this.folder, name), "utf8");
    try {
      await until("the text", () => read() === expected);
    } catch {
      assert.equal(read(), expected);
    }
  }

  /** The frame that the editor puts around the page of the board. */
  get frame() {
    return this.page.frameLocator("iframe.webview");
  }

  /** The page of the board. */
  get board() {
    return this.frame.frameLocator("iframe");
  }

  /** Waits until the line below the picture is a text. */
  async status(text) {
    await this.board.locator(".status", { hasText: text }).waitFor();
  }

  /** Waits until the page of the board has the focus back after an undo. */
  async focusReturned() {
    await until("the focus", () => this.board.locator("body").evaluate(() => document.hasFocus()));
  }

  /** Drags the piece of a cell by cells. */
  async drag(cell, right, down) {
    // A picture that is being replaced has no place.
    const box = await until("the cell", () => this.board.locator(`[data-cell="${cell}"]`).boundingBox());
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x + box.width * right, y + box.height * down, { steps: 4 });
    await this.page.mouse.up();
  }

  /** The lens of a line with a title. */
  lens(title, at = 0) {
    return this.page.locator(".codelens-decoration a", { hasText: title }).nth(at);
  }

  /**
   * Reloads the window, once it has saved that the board is open. In a browser it saves its state every five seconds,
   * when it is idle, and not when it is closed: a reload before that would open the window as it was.
   */
  async reload() {
    const { page } = this;
    const source = await page.locator("iframe.webview").getAttribute("src");
    const board = new URL(source, page.url()).searchParams.get("origin");
    await until("the saved window", async () => (await page.evaluate(savedParts)).some((text) => text.includes(board)));
    await page.reload();
  }

  /** Puts the cursor to the start or the end of the text. */
  async go(key) {
    await this.page.keyboard.press("Control+1");
    // A key that comes before the text has the focus is lost.
    await this.page.locator(".editor-instance > .monaco-editor.focused").waitFor();
    await this.page.keyboard.press(`Control+${key}`);
  }

  /** Keeps a picture of the window, if a folder for them is named. */
  async picture(name) {
    const folder = process.env.PICTURES;
    if (folder) await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }
}
