import type { TeamSetting } from "../../gen/rpc.ts";
import { brandOf } from "./brand.ts";
import { moduleDefaults, moduleSetting, type ModuleKey } from "./modules.ts";
import { optionalWords, words } from "./setting-keys.ts";
import { contentVersion } from "./content-version.ts";

export interface StoredSettings {
  display_name: string;
  timezone: string;
  settings: Readonly<Record<string, unknown>>;
}

type Value = boolean | string | null;

const timezone = "team.timezone";
const nothing = { display_name: "", timezone: "UTC", settings: {} };

/** Keys that owners and admins set themselves, in the order in which they are shown (operation.own-settings). */
export const ownKeys: readonly string[] = [
  ...(Object.keys(moduleDefaults) as ModuleKey[]).map(moduleSetting),
  ...Object.keys(words),
  timezone,
  ...Object.keys(optionalWords),
  ...Object.keys(brandOf("", {})).map((member) => `brand.${member}`),
];

/** Keys of what only who runs the platform may set: limits, providers, and secrets above all. */
const OPERATORS =
  /^(?:sign_in|files|context|comms|commerce)\.|^modules\.agent_connect\.refresh_grace_seconds$/;

/** Checks whether the operator alone may set the key. */
export function isOperatorKey(key: string): boolean {
  return OPERATORS.test(key);
}

/** Returns a setting of the team as replies show it; undefined for a key that the team may not set. */
export function ownSetting(key: string, stored: StoredSettings): TeamSetting | undefined {
  if (!ownKeys.includes(key)) return undefined;
  const value = valueOf(key, stored);
  const initial = valueOf(key, { ...nothing, display_name: stored.display_name });
  const version = contentVersion(JSON.stringify(value));
  return { key, value, default: initial, choices: [...(words[key] ?? optionalWords[key] ?? [])], version };
}

function valueOf(key: string, { display_name, timezone: zone, settings }: StoredSettings): Value {
  if (key === timezone) return zone;
  const stored = settings[key];
  const choices = words[key];
  if (choices !== undefined) return choices.find((one) => one === stored) ?? choices[0] ?? null;
  const optional = optionalWords[key];
  if (optional !== undefined) return optional.find((one) => one === stored) ?? null;
  if (key.startsWith("brand."))
    return brandOf(display_name, settings)[key.slice("brand.".length) as keyof ReturnType<typeof brandOf>];
  return typeof stored === "boolean" ? stored : (switches.get(key) ?? false);
}

const switches = new Map<string, boolean>(
  (Object.keys(moduleDefaults) as ModuleKey[]).map((key) => [moduleSetting(key), moduleDefaults[key]]),
);
