import type { components } from "@jst/client";

/** Preferences of a member, as the API has them. */
export type Preferences = components["schemas"]["Preferences"];

/** Preferences of a member who has set nothing. */
export const DEFAULTS: Preferences = {
  name: null,
  language: null,
  locale: null,
  theme: "system",
  density: "short",
  single_keys: true,
  menu: "open",
  starred: [],
  version: 0,
};

/** Place of the copy in the storage of the browser. */
export const PLACE = "preferences";

/** Returns the preferences that this browser saw last, for the first picture of a page; undefined without any. */
export function copiedPreferences(): Preferences | undefined {
  try {
    const copy: unknown = JSON.parse(globalThis.localStorage.getItem(PLACE) ?? "null");
    return isObject(copy) ? { ...DEFAULTS, ...copy } : undefined;
  } catch {
    // Another page may have written something else there, or the browser stores nothing.
    return undefined;
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Stores the copy; false if this browser does not. */
export function copyPreferences(preferences: Preferences): boolean {
  try {
    globalThis.localStorage.setItem(PLACE, JSON.stringify(preferences));
    return true;
  } catch {
    return false;
  }
}

/** Removes the copy from the storage of this browser. */
export function forgetPreferences(): void {
  globalThis.localStorage.removeItem(PLACE);
}
