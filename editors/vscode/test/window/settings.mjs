// Where the settings of a window are kept.
import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const { properties } = manifest.contributes.configuration;

/**
 * Divides settings among the two files that a window with a server reads, by their paths in the data folder of the
 * server. A setting that depends on the machine is read from the file of the machine only: in the file of the user,
 * it counts until the window has read the manifest of the extension, and is ignored from then on.
 */
export function settingsFiles(settings) {
  const isOfMachine = ([name]) => (properties[name]?.scope ?? "window").startsWith("machine");
  const entries = Object.entries(settings);
  return {
    "User/settings.json": Object.fromEntries(entries.filter((entry) => !isOfMachine(entry))),
    "Machine/settings.json": Object.fromEntries(entries.filter(isOfMachine)),
  };
}
