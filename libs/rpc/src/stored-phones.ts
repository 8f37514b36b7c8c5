import { readPhone } from "@jst/values/phone";

/**
 * Writes the telephone numbers at these dotted paths of a body or a query in E.164, in place; one without a country
 * code is a number of the country (values.phones). What cannot be read stays, and is refused where it is judged.
 */
export function storePhones(value: unknown, paths: readonly string[] = [], country?: string): void {
  for (const path of paths) storeAt(value, path.split("."), country);
}

function storeAt(value: unknown, way: readonly string[], country: string | undefined): void {
  const [name, ...rest] = way;
  if (Array.isArray(value)) for (const item of value) storeAt(item, way, country);
  else if (name !== undefined && isObject(value) && Object.hasOwn(value, name)) {
    const member = value[name];
    if (rest.length > 0) storeAt(member, rest, country);
    else value[name] = stored(member, country);
  }
}

function stored(member: unknown, country: string | undefined): unknown {
  if (Array.isArray(member)) return member.map((one: unknown) => stored(one, country));
  if (typeof member !== "string") return member;
  // In a query a bare `+` is a blank.
  return readPhone(member.replace(/^ (?=[1-9])/, "+"), country).value ?? member;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
