import { isObject, type Json } from "./json.ts";

/** Members within which a modifier changes something else than the resource. */
const OUTSIDE = ["contained", "extension", "text"];

/**
 * Path of an element that changes what the resource means in a way that nobody here knows: FHIR forbids to read the
 * resource then (clinical.modifiers). Undefined where there is none.
 */
export function unknownModifier(resource: Json): string | undefined {
  if (isGiven(resource["implicitRules"])) return "implicitRules";
  const open: [path: string, value: unknown][] = [["", resource]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, value] = next;
    if (Array.isArray(value)) value.forEach((one: unknown, place) => open.push([`${path}[${place}]`, one]));
    if (!isObject(value)) continue;
    const at = (name: string) => (path === "" ? name : `${path}.${name}`);
    if (isGiven(value["modifierExtension"])) return at("modifierExtension");
    for (const [name, member] of Object.entries(value))
      if (!OUTSIDE.includes(name) && /^[A-Za-z]+$/.test(name)) open.push([at(name), member]);
  }
  return undefined;
}

function isGiven(value: unknown): boolean {
  return value != null && !(Array.isArray(value) && value.length === 0);
}

/**
 * Path of an element that changes what the resource means and that could not be read: without it the resource would
 * say something else. Those that an odd word leaves unknown are not among them.
 */
export function unreadModifier(resource: Json, read: Json): string | undefined {
  return ["doNotPerform", "active"].find((name) => isGiven(resource[name]) && read[name] === undefined);
}

/** True for a Patient that nobody uses, or in whose place another one stands. */
export function isReplaced(resource: Json, read: Json): boolean {
  const links = Array.isArray(resource["link"]) ? (resource["link"] as unknown[]) : [];
  return read["active"] === false || links.some((link) => isObject(link) && link["type"] === "replaced-by");
}
