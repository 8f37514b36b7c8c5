import { useEffect } from "react";

/** Places where a letter is typed, or has a meaning of its own. */
const TYPED =
  "input, textarea, select, [contenteditable], [role=grid], [role=menu], [role=listbox], [role=dialog]";

/** Acts by key: "[" alone, outside of fields; "ctrl+k" with Ctrl or Cmd, everywhere. */
export function useShortcuts(acts: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = acts[nameOf(event)];
      if (act === undefined || event.defaultPrevented || event.isComposing) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [acts]);
}

/** Returns the name of a pressed key; an empty text for one that is typed into a field. */
function nameOf(event: KeyboardEvent): string {
  const { key, target } = event;
  // AltGr, by which some keyboards write a bracket, counts as Ctrl with Alt.
  const isPlain = event.getModifierState("AltGraph") || !(event.ctrlKey || event.metaKey || event.altKey);
  if (!isPlain) return `ctrl+${key.toLowerCase()}`;
  return target instanceof Element && target.closest(TYPED) !== null ? "" : key;
}
