/**
 * Orders of texts that a team may choose (conventions.text-order): BCP 47 names of ICU's orders. The first is the root
 * order, for each language that has no order of its own here.
 */
export const TEXT_LOCALES = [
  ...[
    "und",
    "af",
    "ar",
    "az",
    "be",
    "bg",
    "bs",
    "ca",
    "cs",
    "cy",
    "da",
    "de",
    "de-u-co-phonebk",
    "el",
    "en",
    "eo",
  ],
  ...[
    "es",
    "es-u-co-trad",
    "et",
    "fa",
    "fi",
    "fil",
    "fo",
    "fr",
    "fr-CA",
    "ga",
    "gl",
    "he",
    "hi",
    "hr",
    "hu",
    "hy",
  ],
  ...[
    "id",
    "is",
    "it",
    "ja",
    "ka",
    "kk",
    "ko",
    "lt",
    "lv",
    "mk",
    "mt",
    "nb",
    "nl",
    "nn",
    "pl",
    "pt",
    "ro",
    "ru",
  ],
  ...["sk", "sl", "sq", "sr", "sr-Latn", "sv", "th", "tr", "uk", "ur", "uz", "vi", "zh", "zh-u-co-stroke"],
] as const;

/** One of these orders. */
export type TextLocale = (typeof TEXT_LOCALES)[number];

/** The order of a name; the root order for a name that is not listed. */
export function textLocaleOf(name: string | undefined): TextLocale {
  return TEXT_LOCALES.find((locale) => locale === name) ?? "und";
}

/** The name of the order's collation in SQL. */
export function collationOf(locale: TextLocale): string {
  return `platform."${locale}"`;
}

/**
 * SQL that makes the collations that are not there. Digits sort by their number; bytes decide between texts that ICU
 * finds equal, so that equality stays that of bytes. A PostgreSQL without ICU sorts by bytes alone.
 */
export function collationsSql(): string {
  const each = TEXT_LOCALES.map((locale) => {
    const name = locale.includes("-u-") ? `${locale}-kn-true` : `${locale}-u-kn-true`;
    return `    execute format(
      'create collation if not exists %s (provider = %s, locale = %L)',
      '${collationOf(locale)}', provider, case provider when 'icu' then '${name}' else 'C' end);`;
  });
  return `do $do$
declare
  provider constant text := case
    when exists (select from pg_collation where collprovider = 'i') then 'icu' else 'libc' end;
begin
  set local client_min_messages = warning;
${each.join("\n")}
end
$do$;
`;
}
