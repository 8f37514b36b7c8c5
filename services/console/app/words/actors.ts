import type { components } from "@jst/client";
import { KEY_TYPES } from "./developers.ts";

type Actor = components["schemas"]["Actor"];
type Named = components["schemas"]["NamedActor"];

/** Names of actors of whom no name is known. */
const KINDS: Readonly<Record<Actor["type"], string>> = {
  service: `a ${KEY_TYPES.service}`,
  human: `a ${KEY_TYPES.human}`,
  break_glass: `an ${KEY_TYPES.break_glass}`,
  oauth_app: "a connected app",
  member: "a member",
  system: "the platform",
};

/** Sources of a change, by door. */
export const DOORS: Readonly<Record<string, string>> = {
  rest: "the API",
  mcp: "an agent (MCP)",
  mcp_actions: "an agent (second address)",
  actions: "an action",
  tools: "a function call",
  console: "this console",
};

/** Names the door of a change, after its actor; empty for an unknown door. */
export function throughDoor(door: string | null): string {
  const name = door === null ? undefined : DOORS[door];
  return name === undefined ? "" : ` through ${name}`;
}

/** Names a member, a key or an app that was found. */
export const shownName = ({ type, name, removed }: Named): string => {
  const left = removed ? `${name} (removed)` : name;
  if (type === "member") return left;
  return type === "oauth_app" ? `the app ${left}` : `${left} (${KEY_TYPES[type]})`;
};

/** Names an actor: a member, key or app by its name, and the key with which a member acts. */
export function actorText({ type }: Actor, who: Named | undefined, key: Named | undefined): string {
  if (who === undefined) return KINDS[type];
  const name = shownName(who);
  if (type !== "human" && type !== "break_glass") return name;
  if (key === undefined) return `${name} with ${KINDS[type]}`;
  return `${key.name} (${type === "human" ? "key" : KEY_TYPES[type]} of ${name})`;
}

/** Whether something tells who acts. */
export function isActor(value: unknown): value is Actor {
  if (typeof value !== "object" || value === null || !("type" in value) || !("id" in value)) return false;
  return (
    typeof value.type === "string" && Object.hasOwn(KINDS, value.type) && Object.keys(value).length === 2
  );
}

/** Returns the first letters of the first and the last word of a name; of an address, those of its local part. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/@.*/u, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 0).toUpperCase()).join("");
}
