import { useEffect, useRef } from "react";
import type { PageName } from "../paths.ts";
import { usePreferences, useSetPreferences } from "../preferences/preferences.ts";

/** Places where a letter is typed, or has a meaning of its own. */
const TYPED =
  "input, textarea, select, [contenteditable], [role=grid], [role=menu], [role=listbox], [role=dialog]";

/** The key that waits for another one, and for how long. */
const FIRST = "g";
const WAIT_MS = 1_500;

/** Pages by the keys that lead to them. */
export const GOES: Readonly<Record<string, PageName>> = {
  "g h": "home",
  "g a": "approvals",
  "g t": "tables",
  "g c": "contacts",
  "g i": "invoices",
  "g b": "bookings",
  "g m": "messages",
  "g s": "settings",
};

/** Returns whether keys of one letter work, and a function that turns them on or off (preferences.own). */
export function useSingleKeys(): [areOn: boolean, turn: (areOn: boolean) => void] {
  const set = useSetPreferences();
  return [usePreferences().single_keys, (single_keys) => set({ single_keys })];
}

/**
 * Acts by key (console.shortcuts): "[" alone and "g h" one after the other, outside of fields and while single keys are
 * on; "ctrl+k" with Ctrl or Cmd, everywhere.
 */
export function useShortcuts(acts: Readonly<Record<string, () => void>>, areSingleOn: boolean): void {
  const first = useRef(-Infinity);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = nameOf(event);
      if (event.defaultPrevented || event.isComposing) return;
      if (!areSingleOn && !name.startsWith("ctrl+")) return;
      const isSecond = event.timeStamp - first.current < WAIT_MS;
      first.current = name === FIRST ? event.timeStamp : -Infinity;
      const act = acts[isSecond ? `${FIRST} ${name}` : name];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [acts, areSingleOn]);
}

/** Returns the name of a pressed key; an empty text for one that is typed into a field. */
function nameOf(event: KeyboardEvent): string {
  const { key, target } = event;
  // AltGr, by which some keyboards write a bracket, counts as Ctrl with Alt.
  const isPlain = event.getModifierState("AltGraph") || !(event.ctrlKey || event.metaKey || event.altKey);
  if (!isPlain) return `ctrl+${key.toLowerCase()}`;
  return target instanceof Element && target.closest(TYPED) !== null ? "" : key;
}
