// Holds the manifest, the snippets and the grammar together, and the grammar to the shipped examples.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { settingsFiles } from "./window/settings.mjs";

const require = createRequire(import.meta.url);
const here = dirname(dirname(fileURLToPath(import.meta.url)));
const project = join(here, "..", "..");
const read = (...parts) => readFileSync(join(here, ...parts), "utf8");
const json = (...parts) => JSON.parse(read(...parts));
const manifest = json("package.json");
/** Each kind has a grammar of its bodies. */
const KINDS = readdirSync(join(project, "grammar"))
  .filter((name) => name.endsWith(".ebnf"))
  .map((name) => name.replace(".ebnf", ""))
  .filter((kind) => readFileSync(join(project, "grammar", `${kind}.ebnf`), "utf8").includes(`${kind}-body =`));

/** A tokenizer as the editor has it. */
async function grammar() {
  const { Registry, INITIAL } = require("vscode-textmate");
  const oniguruma = require("vscode-oniguruma");
  await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) =>
      scope === "source.puzzled" ? json("syntaxes", "puzzled.tmLanguage.json") : null,
  });
  const loaded = await registry.loadGrammar("source.puzzled");
  return (text) => {
    let stack = INITIAL;
    const tokens = [];
    text.split(/\r\n|\r|\n/).forEach((line, number) => {
      const { tokens: found, ruleStack } = loaded.tokenizeLine(line, stack);
      stack = ruleStack;
      for (const { startIndex, endIndex, scopes } of found) {
        tokens.push({ line: number + 1, text: line.slice(startIndex, endIndex), scopes });
      }
    });
    return { tokens, depth: stack.depth };
  };
}

function documents(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "wrong" ? [] : documents(path);
    return path.endsWith(".puzzle") ? [path] : [];
  });
}

test("every file that the manifest names is there", () => {
  const { languages, grammars, snippets } = manifest.contributes;
  const named = [
    manifest.icon,
    ...languages.flatMap(({ configuration, icon }) => [configuration, icon.light, icon.dark]),
    ...grammars.map(({ path }) => path),
    ...snippets.map(({ path }) => path),
    manifest.main,
  ];
  for (const path of named) assert.ok(existsSync(join(here, path)), `${path} is missing`);
});

test("every command of the manifest is registered, and no other", () => {
  const source = read("src", "extension.ts");
  const registered = [...source.matchAll(/registerCommand\("([^"]+)"/g)].map((found) => found[1]);
  const told = manifest.contributes.commands.map(({ command }) => command);
  assert.deepEqual(registered.toSorted(), told.toSorted());
});

test("undo and redo have keys while the page of the board gets the focus, and while the text has it for an undo", () => {
  const { keybindings } = manifest.contributes;
  const keys = keybindings.map(({ command, key, mac, when }) => [command, key, mac.replace("cmd", "ctrl"), when]);
  const isBoard = "activeWebviewPanelId == 'puzzled.board' || puzzled.undoing";
  assert.deepEqual(keys, [
    ["puzzled.undo", "ctrl+z", "ctrl+z", isBoard],
    ["puzzled.redo", "ctrl+shift+z", "ctrl+shift+z", isBoard],
    ["puzzled.redo", "ctrl+y", "ctrl+y", isBoard],
  ]);
});

test("the window test keeps a setting where a window with a server reads it", () => {
  const kept = settingsFiles({
    "puzzled.server.path": "puzzled",
    "puzzled.budget.seconds": 3,
    "editor.minimap.enabled": false,
  });
  assert.deepEqual(kept, {
    "User/settings.json": { "puzzled.budget.seconds": 3, "editor.minimap.enabled": false },
    "Machine/settings.json": { "puzzled.server.path": "puzzled" },
  });
});

test("every type of semantic token has a scope of the grammar", () => {
  const { semanticTokenTypes, semanticTokenScopes } = manifest.contributes;
  const { scopes } = semanticTokenScopes[0];
  assert.deepEqual(Object.keys(scopes), semanticTokenTypes.map(({ id }) => id));
  const known = [
    "comment", "decorator", "enumMember", "function", "keyword", "number", "operator", "string", "type",
  ];
  for (const { id, superType } of semanticTokenTypes) {
    assert.ok(known.includes(superType), `${id} has no color in a theme that does not know it`);
  }
  const colors = read("syntaxes", "puzzled.tmLanguage.json");
  for (const scope of Object.values(scopes).flat()) {
    assert.ok(scope === "entity.name.tag.puzzled" || colors.includes(`"${scope}"`), scope);
  }
});

test("patterns of the language configuration are regular expressions", () => {
  const { wordPattern, folding, indentationRules, onEnterRules } = json("language-configuration.json");
  const rules = onEnterRules.flatMap(({ beforeText, afterText }) => [beforeText, afterText]);
  const patterns = [wordPattern, ...Object.values(folding.markers), ...Object.values(indentationRules), ...rules];
  for (const pattern of patterns) assert.doesNotThrow(() => new RegExp(pattern, "u"));

  const increase = new RegExp(indentationRules.increaseIndentPattern);
  for (const line of ["klotski k {", "solve => {", "moves => { // all"]) assert.ok(increase.test(line), line);
  for (const line of ["// {", "matrix m { 1 }", "solve"]) assert.ok(!increase.test(line), line);
  const words = "a-b: play r1c3=4; A (0,-1) 方 // x".match(new RegExp(wordPattern, "g"));
  assert.deepEqual(words, ["a-b", "play", "r1c3", "4", "A", "0", "-1", "方", "//", "x"]);
});

test("each kind has a snippet, and each snippet is colored without a fault", async () => {
  const tokenize = await grammar();
  const snippets = Object.entries(json("snippets", "puzzled.json"));
  for (const kind of KINDS) assert.ok(snippets.some(([, { prefix }]) => prefix === kind), kind);
  for (const [name, { body }] of snippets) {
    const text = body.join("\n")
      .replaceAll(/\$\{\d+\|([^,|]+)[^}]*\}/g, "$1")
      .replaceAll(/\$\{\d+:([^}]*)\}/g, "$1")
      .replaceAll(/\$\d+/g, "");
    assert.ok(!text.includes("$"), `${name}: ${text}`);
    const { tokens } = tokenize(text);
    assert.ok(!tokens.some(({ scopes }) => scopes.join(" ").includes("invalid")), name);
  }
});

test("every word of every shipped example has a color", async () => {
  const tokenize = await grammar();
  const files = documents(join(project, "examples"));
  assert.ok(files.length > 30, `${files.length} examples`);
  for (const file of files) {
    const { tokens, depth } = tokenize(readFileSync(file, "utf8"));
    assert.equal(depth, 1, `${relative(project, file)}: something stays open`);
    for (const { line, text, scopes } of tokens) {
      const place = `${relative(project, file)}:${line}: ${JSON.stringify(text)} is ${scopes.join(" ")}`;
      const scope = scopes.at(-1);
      assert.ok(text.trim() === "" || !/^(source|meta)\./.test(scope), place);
      assert.ok(!scope.startsWith("invalid"), place);
    }
  }
});
