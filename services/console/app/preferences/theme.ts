import { copiedPreferences, type Preferences } from "./browser-copy.ts";

type Theme = Preferences["theme"];

/** Draws the page in the colours of a theme; style/tokens.css knows it by the attribute. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
}

// Before anything is drawn: the page waits for this script (index.html).
applyTheme(copiedPreferences()?.theme ?? "system");
