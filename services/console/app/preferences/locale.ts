import { copiedPreferences, DEFAULTS, type Preferences } from "./browser-copy.ts";

/** Members on which dates and numbers depend. */
type Spoken = Pick<Preferences, "language" | "locale">;

/**
 * Returns the locale of dates and numbers that the person has chosen. Without one, a chosen language decides, in a
 * locale of the browser if that has one for it. Without a language, it is the first locale of the browser.
 */
export function localeOf({ language, locale }: Spoken, ofBrowser = navigator.languages): string {
  if (locale !== null) return locale;
  const [first = "en"] = ofBrowser;
  if (language === null) return first;
  return ofBrowser.find((one) => languageIn(one) === language) ?? language;
}

const languageIn = (locale: string) => locale.split("-", 1)[0]?.toLowerCase();

/** Locale in which the page shows and reads values, from its start to its end (values.reading). */
export const locale: string = localeOf(copiedPreferences() ?? DEFAULTS);
