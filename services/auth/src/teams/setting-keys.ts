import { TEXT_LOCALES } from "@jst/db";
import { validationFailed } from "@jst/errors";
import { isTimeZone } from "@jst/query";
import { PHONE_COUNTRIES } from "@jst/values/phone";
import { brandFault, brandMemberOf, type BrandMember } from "./brand.ts";
import { DIMENSIONS_MAX, embeddingFault, EMBEDDINGS, isEmbeddingText } from "./embedding-keys.ts";
import { isModuleKey, moduleSetting } from "./modules.ts";
import { STEP_UP } from "./trust-keys.ts";
import { CLIENT_SECRET, ISSUER, isSignInKey, signInFault } from "./sign-in-keys.ts";

/** A checked setting: where it is stored and its value. */
export type CheckedSetting =
  | { kind: "setting"; key: string; value: boolean | string | number | null }
  /** An address that is called: it must pass the guard of addresses. */
  | { kind: "target"; key: string; value: string }
  /** Sealed where it is stored, and shown by nothing. */
  | { kind: "secret"; key: string; value: string }
  | { kind: "timezone"; value: string };

/** Modules whose setting also goes by its bare name (operation.settings). */
const bareModules: readonly string[] = ["review", "mcp_export"];

/** Values of the keys that accept one of a few words; the first is the default. */
export const words: Readonly<Record<string, readonly string[]>> = {
  "trust.rest": ["queue", "execute"],
  "trust.console": ["execute", "queue"],
  [STEP_UP]: ["none", "passkey"],
  "modules.agent_connect.write_mode": ["direct", "propose"],
  "team.locale": TEXT_LOCALES,
  "console.first_steps": ["shown", "hidden"],
};

/** Words of keys that may also have no value. */
export const optionalWords: Readonly<Record<string, readonly string[]>> = {
  "team.country": PHONE_COUNTRIES,
};

/** Least and most of what is counted; files.quota_bytes stays a number that JSON keeps exactly. */
const numbers: Readonly<Record<string, readonly [least: number, most: number]>> = {
  "files.max_file_bytes": [1, 524_288_000],
  "files.quota_bytes": [0, Number.MAX_SAFE_INTEGER],
  "modules.agent_connect.refresh_grace_seconds": [0, 30],
  [EMBEDDINGS.dimensions]: [1, DIMENSIONS_MAX],
};

/** Checks a key and value of `jst config set` (operation.settings); throws validation_failed on any other. */
export function checkSetting(key: string, value: unknown): CheckedSetting {
  const allowed = Object.hasOwn(words, key) ? words[key] : undefined;
  if (allowed !== undefined) return { kind: "setting", key, value: word(allowed, value) };
  const optional = Object.hasOwn(optionalWords, key) ? optionalWords[key] : undefined;
  if (optional !== undefined)
    return { kind: "setting", key, value: isEmpty(value) ? null : word(optional, value) };
  if (key === EMBEDDINGS.dimensions && isEmpty(value)) return { kind: "setting", key, value: null };
  const bounds = Object.hasOwn(numbers, key) ? numbers[key] : undefined;
  if (bounds !== undefined) return { kind: "setting", key, value: count(bounds, value) };
  const member = brandMemberOf(key);
  if (member !== undefined) return { kind: "setting", key, value: brand(member, value) };
  if (isSignInKey(key)) return signIn(key, value);
  if (key === EMBEDDINGS.isOn) return { kind: "setting", key, value: truth(value) };
  if (isEmbeddingText(key)) return embedding(key, value);
  if (key === "team.timezone") return { kind: "timezone", value: zone(value) };
  const module = moduleOf(key);
  if (module === undefined) {
    throw validationFailed([
      {
        field: "key",
        code: "invalid_value",
        message: "A setting with this name does not exist. Check the name.",
      },
    ]);
  }
  return { kind: "setting", key: module, value: truth(value) };
}

function moduleOf(key: string): string | undefined {
  const name = /^modules\.(.+?)(\.enabled)?$/.exec(key);
  const module = name?.[1];
  if (module === undefined || !isModuleKey(module)) return undefined;
  return name?.[2] !== undefined || bareModules.includes(module) ? moduleSetting(module) : undefined;
}

/** Checks a sign-in key. An empty value clears it: without an issuer or a client, members sign in with links alone. */
function signIn(key: string, value: unknown): CheckedSetting {
  if (isEmpty(value)) return { kind: "setting", key, value: null };
  const fault = signInFault(key, value);
  if (fault !== undefined) throw refusedValue(fault);
  const kind = key === ISSUER ? "target" : key === CLIENT_SECRET ? "secret" : "setting";
  return { kind, key, value: value as string };
}

/** Checks an embedding key. An empty value clears it: without an address or a model there are no vectors. */
function embedding(key: string, value: unknown): CheckedSetting {
  if (isEmpty(value)) return { kind: "setting", key, value: null };
  const fault = embeddingFault(key, value);
  if (fault !== undefined) throw refusedValue(fault);
  const kind = key === EMBEDDINGS.url ? "target" : key === EMBEDDINGS.key ? "secret" : "setting";
  return { kind, key, value: value as string };
}

function isEmpty(value: unknown): boolean {
  return value === "" || value === null;
}

/** Checks a brand value. An empty value restores the default. */
function brand(member: BrandMember, value: unknown): string | null {
  if (isEmpty(value)) return null;
  const fault = typeof value === "string" ? brandFault(member, value) : "Must be a text.";
  if (fault !== undefined) throw refusedValue(fault);
  return value as string;
}

function truth(value: unknown): boolean {
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  throw refusedValue("Must be true or false.");
}

function word(allowed: readonly string[], value: unknown): string {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw refusedValue(`Must be one of: ${allowed.join(", ")}.`);
  return found;
}

function count([least, most]: readonly [number, number], value: unknown): number {
  const found = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value;
  if (typeof found === "number" && Number.isSafeInteger(found) && found >= least && found <= most)
    return found;
  throw refusedValue(`Must be a whole number from ${least} to ${most}.`);
}

function zone(value: unknown): string {
  if (typeof value !== "string" || !isTimeZone(value))
    throw refusedValue("Must be an IANA time zone such as Europe/Vienna.");
  return value;
}

export function refusedValue(message: string): Error {
  return validationFailed([{ field: "value", code: "invalid_value", message }]);
}
