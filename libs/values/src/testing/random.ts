/** Locales of many orders, signs, digits and calendars. */
export const LOCALES = [
  ...[
    "en-GB",
    "en-US",
    "en-IN",
    "en-ZA",
    "en-CA",
    "de-DE",
    "de-AT",
    "de-CH",
    "fr-FR",
    "fr-CH",
    "fr-CA",
    "it-IT",
  ],
  ...[
    "es-ES",
    "es-MX",
    "pt-BR",
    "pt-PT",
    "nl-NL",
    "da-DK",
    "sv-SE",
    "nb-NO",
    "fi-FI",
    "is-IS",
    "pl-PL",
    "cs-CZ",
  ],
  ...[
    "hu-HU",
    "ro-RO",
    "bg-BG",
    "el-GR",
    "tr-TR",
    "ru-RU",
    "uk-UA",
    "he-IL",
    "ar-EG",
    "ar-SA",
    "fa-IR",
    "hi-IN",
  ],
  ...["bn-BD", "th-TH", "vi-VN", "id-ID", "ja-JP", "ko-KR", "zh-CN", "zh-TW", "my-MM", "xx"],
];

/** Makes values of a seed: the same ones in every run. */
export function random(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (low: number, high: number) => Math.floor(low + (next() + next() / 2 ** 32) * (high - low));
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
  const digits = (count: number) => Array.from({ length: count }, () => whole(0, 10)).join("");
  return { whole, pick, digits };
}
