import { hasRight, type Rights } from "./access.ts";
import type { Role, Scope, ScopeAction } from "./caller.ts";

const read: ScopeAction[] = ["read"];
const readWrite: ScopeAction[] = ["read", "write"];
const of = (resource: string, actions: ScopeAction[] = read): Scope => ({ resource, actions });

/**
 * Scopes that a member can grant to an app (oauth.presets), in the order of the page. Messages, money, health data,
 * secrets and the administration of the team are in none of them.
 */
export const presets = {
  projects_knowledge: [
    of("project_task", readWrite),
    of("bases", readWrite),
    of("artifacts", readWrite),
    of("articles", readWrite),
    of("files"),
  ],
  tables: [of("tables", ["read", "write", "delete"]), of("forms")],
  calendar: [of("scheduling", readWrite)],
  read_only: [
    of("contacts"),
    of("tables"),
    of("forms"),
    of("files"),
    of("artifacts"),
    of("articles"),
    of("bases"),
    of("review"),
    of("workflows"),
    of("scheduling"),
    of("project_task"),
    of("config"),
  ],
} as const satisfies Record<string, readonly Scope[]>;

/** Name of a preset. */
export type Preset = keyof typeof presets;

/** Every preset, in the order in which the page offers them. */
export const presetNames = Object.keys(presets) as Preset[];

/** True for the name of a preset. */
export function isPreset(name: string): name is Preset {
  return Object.hasOwn(presets, name);
}

/** Scopes as OAuth writes them: `resource:action`, sorted. */
export function wordsOf(scopes: readonly Scope[]): string[] {
  return scopes.flatMap(({ resource, actions }) => actions.map((action) => `${resource}:${action}`)).sort();
}

/** The scopes that these words name. */
export function scopesOf(words: readonly string[]): Scope[] {
  const found = new Map<string, ScopeAction[]>();
  for (const word of words) {
    const [resource = "", action = ""] = word.split(":");
    found.set(resource, [...(found.get(resource) ?? []), action as ScopeAction]);
  }
  return [...found].map(([resource, actions]) => ({ resource, actions }));
}

/** Limits the scopes to the role (oauth.role): a member whose role rises gets the rest back. */
export function cappedWords(scopes: readonly Scope[], role: Role): string[] {
  return wordsOf(scopes).filter((word) => {
    const [resource = "", action = ""] = word.split(":");
    return hasRight({ scopes, role }, resource, action as ScopeAction);
  });
}

/** Every word of any preset, sorted. */
export const grantableWords: readonly string[] = [
  ...new Set(presetNames.flatMap((name) => wordsOf(presets[name]))),
].sort();

/** Tests whether consent could add this right: a preset contains it and the role allows it. */
export function isGrantable({ role }: Rights, resource: string, action: ScopeAction): boolean {
  const word = `${resource}:${action}`;
  return (
    grantableWords.includes(word) &&
    hasRight({ scopes: scopesOf([word]), role: role ?? null }, resource, action)
  );
}
