import { hasRight, type Rights } from "./access.ts";
import type { Right } from "./challenge.ts";

/**
 * Values in a service's JSON that only callers with a right are shown (pages.secrets). Handlers, stored replies and
 * everything else have a mark in the place of such a value; the door alone writes the value, or null.
 */
export interface GuardedValues {
  right: Right;
  /** Makes the value from the text of its mark. */
  valueOf: (mark: string, teamId: string) => string;
}

/** U+0000 begins a mark: PostgreSQL stores it in no text and no jsonb, so no text of a caller is a mark. */
const SIGN = '"\\u0000';
const MARK = /"\\u0000([^"\\]*)"/g;

/** SQL of a mark as json; `text` is SQL of its text, which has neither quotes nor backslashes. */
export const guardedMark = (text: string): string => `('${SIGN}' || ${text} || '"')::json`;

/** Writes the guarded values that the caller may see into JSON, and null in the place of the others. */
export function withGuarded(
  json: string,
  caller: Rights & { team_id: string },
  values: GuardedValues,
): string {
  const { resource, action } = values.right;
  if (!json.includes(SIGN)) return json;
  if (!hasRight(caller, resource, action)) return withoutGuarded(json);
  return json.replaceAll(MARK, (_, mark: string) => JSON.stringify(values.valueOf(mark, caller.team_id)));
}

/** Writes null in the place of each guarded value. */
export function withoutGuarded(json: string): string {
  return json.includes(SIGN) ? json.replaceAll(MARK, "null") : json;
}
