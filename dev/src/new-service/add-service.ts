import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { services } from "@jst/fleet";
import { OperatorError } from "../operator-error.ts";
import { filesOf } from "./files.ts";
import { reservedWords } from "./reserved-words.ts";

/** The list of services, in the tree. */
export const listFile = "libs/fleet/src/services.ts";
/** Ends the entries of that list. */
const endOfList = "] as const satisfies readonly Service[];";

/**
 * Writes the files of an empty service into the tree and adds its entry to the list of services; answers the paths of
 * what it has written. Refuses a name that cannot be a schema, or that something of the fleet has already.
 */
export async function addService(tree: string, name: string): Promise<string[]> {
  requireName(tree, name);
  const list = path.join(tree, listFile);
  const text = await readFile(list, "utf8");
  const at = text.lastIndexOf(endOfList);
  if (at < 0) throw new Error(`${listFile} has no line "${endOfList}".`);
  const entry = `  { name: "${name}", doors: ["grpc"], calls: [], schema: { outbox: "events" } },\n`;
  const written: string[] = [];
  for (const [file, content] of Object.entries(filesOf(name))) {
    const relative = path.join("services", name, file);
    await mkdir(path.dirname(path.join(tree, relative)), { recursive: true });
    await writeFile(path.join(tree, relative), content);
    written.push(relative);
  }
  await writeFile(list, text.slice(0, at) + entry + text.slice(at));
  return [...written, listFile];
}

/** Other parts of a fleet, whose names pods, certificates and schemas carry too. */
const taken = [
  ...["gateway", "postgres", "redis", "kafka", "operator", "clients", "test", "migrations", "monitoring"],
  ...["database", "collector", "internet", "platform", "public"],
];

/** Refuses a name that cannot be a schema, or that something of the fleet has already. */
export function requireName(tree: string, name: string): void {
  const refuse = (reason: string): never => {
    throw new OperatorError(`${reason} For example: make service NAME=invoices`, { exitCode: 2 });
  };
  if (!/^[a-z][a-z0-9]{1,29}$/.test(name))
    refuse(
      `The name "${name}" is not a valid name of a service: give one word of 2 to 30 lower-case letters and digits.`,
    );
  if (reservedWords.has(name))
    refuse(`The name "${name}" is a word that PostgreSQL keeps for itself: give another.`);
  if (taken.includes(name)) refuse(`The name "${name}" is that of another part of the fleet: give another.`);
  if (services.some((service) => service.name === name) || existsSync(path.join(tree, "services", name)))
    refuse(`There is a service "${name}": give another name.`);
}
