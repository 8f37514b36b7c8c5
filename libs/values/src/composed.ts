/** A code point that NFC may change stands behind these, alone or in a sequence. */
const BEYOND = /[^\u0000-\u02ff]/;

/** Writes a text in NFC, in which both spellings of an accented letter are one (conventions.unicode). */
export function composed(text: string): string {
  return BEYOND.test(text) ? text.normalize("NFC") : text;
}

/** Blanks, and what nobody sees. */
const UNSEEN = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** True for a text of which a reader sees something (conventions.names). */
export function showsSomething(text: string): boolean {
  return !UNSEEN.test(text);
}

/** A way to members that stay as they are: a name for each step. */
type Way = readonly string[];

/** Options of composedTexts. */
export interface Composing {
  /** Dotted paths of members that stay as they are; a path goes through lists. */
  exact?: readonly string[];
  /** Receives the name of a member that two spellings in one object name. */
  onClash?: (name: string) => void;
}

/** Writes the texts of a JSON value in NFC, the names of members too. A value that changes is changed in place. */
export function composedTexts<Value>(value: Value, { exact = [], onClash }: Composing = {}): Value {
  const ways = exact.map((path) => path.split("."));
  return composeIn(value, ways, onClash) as Value;
}

function composeIn(value: unknown, ways: readonly Way[], onClash: Composing["onClash"]): unknown {
  if (typeof value === "string") return composed(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = composeIn(item, ways, onClash);
    return value;
  }
  return composeMembers(value as Record<string, unknown>, ways, onClash);
}

function composeMembers(
  members: Record<string, unknown>,
  ways: readonly Way[],
  onClash: Composing["onClash"],
): Record<string, unknown> {
  for (const [name, member] of Object.entries(members)) {
    const further = ways.filter(([first]) => first === name).map((way) => way.slice(1));
    const key = composed(name);
    const value = further.some((way) => way.length === 0) ? member : composeIn(member, further, onClash);
    if (key !== name) {
      if (Object.hasOwn(members, key)) onClash?.(key);
      Reflect.deleteProperty(members, name);
    }
    if (key !== name || value !== member) members[key] = value;
  }
  return members;
}
