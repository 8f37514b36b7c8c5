/** Locales that the form offers (preferences.console). */
const OFFERED = [
  ...[
    "ar-EG",
    "bg-BG",
    "cs-CZ",
    "da-DK",
    "de-AT",
    "de-CH",
    "de-DE",
    "el-GR",
    "en-AU",
    "en-CA",
    "en-GB",
    "en-IE",
  ],
  ...[
    "en-IN",
    "en-US",
    "en-ZA",
    "es-ES",
    "es-MX",
    "et-EE",
    "fi-FI",
    "fr-BE",
    "fr-CA",
    "fr-CH",
    "fr-FR",
    "he-IL",
  ],
  ...[
    "hi-IN",
    "hr-HR",
    "hu-HU",
    "it-CH",
    "it-IT",
    "ja-JP",
    "ko-KR",
    "lt-LT",
    "lv-LV",
    "nb-NO",
    "nl-BE",
    "nl-NL",
  ],
  ...[
    "pl-PL",
    "pt-BR",
    "pt-PT",
    "ro-RO",
    "sk-SK",
    "sl-SI",
    "sr-RS",
    "sv-SE",
    "tr-TR",
    "uk-UA",
    "zh-CN",
    "zh-TW",
  ],
];

/** Returns the names of the locales in a language, by name; one that is chosen already is among them. */
export function localeNames(language: string, chosen: string | null): Readonly<Record<string, string>> {
  const names = new Intl.DisplayNames(language, { type: "language", languageDisplay: "standard" });
  const all = [...new Set([...OFFERED, ...(chosen === null ? [] : [chosen])])];
  const { compare } = new Intl.Collator(language);
  const entries = all.map((one) => [one, names.of(one) ?? one] as const);
  return Object.fromEntries(entries.toSorted(([, one], [, other]) => compare(one, other)));
}
