import type { BillFrom } from "../../gen/rpc.ts";

/** Whether a text can be stored and shown: of controls it has line ends and tabs, and its characters are whole. */
export const isPlainText = (text: string): boolean => text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text);

const MAX = { legal_name: 200, address: 500, tax_id: 100, email: 320 } as const;
/** Parts of an address by the lines in which they are written. */
const LINES = [["line1"], ["line2"], ["postal_code", "city"], ["region"], ["country"]] as const;

/** Reads the setting of who sells: what is wrong with it, in a sentence, or the seller (commerce.settings). */
export function readSeller(text: string): BillFrom | string {
  const given = objectIn(text);
  if (given === undefined) return "Must be a JSON object with legal_name, address, tax_id and email.";
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(MAX, name));
  if (unknown.length > 0) return `These fields are not accepted: ${unknown.join(", ")}. Remove them.`;
  const { legal_name, tax_id = null, email = null } = given;
  const address = addressOf(given["address"] ?? null);
  const members = { legal_name, address, tax_id, email };
  for (const [name, max] of Object.entries(MAX)) {
    const value = members[name as keyof typeof MAX];
    if (value === null && name !== "legal_name") continue;
    if (typeof value !== "string" || value.trim() === "" || Array.from(value).length > max)
      return `${name} must be a text of 1 to ${max} characters.`;
    if (!isPlainText(value)) return `${name} has a character that cannot be shown. Remove it.`;
  }
  return members as BillFrom;
}

/** An address in lines; one in parts is written out. What is neither stays as it is. */
function addressOf(given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const parts = given as Readonly<Record<string, unknown>>;
  const names: readonly string[] = LINES.flat();
  if (Object.entries(parts).some(([name, part]) => !names.includes(name) || !isPart(part))) return given;
  const lines = LINES.map((line) => line.flatMap((name) => (parts[name] as string | null) ?? []).join(" "));
  return lines.filter((line) => line !== "").join("\n");
}

const isPart = (part: unknown): boolean => part === null || typeof part === "string";

/** Returns the members of a JSON object in a text; undefined for an invalid text. */
function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
