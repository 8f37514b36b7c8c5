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

export type TextLocale = (typeof TEXT_LOCALES)[number];

/** Returns the order of a name; the root order for a name that is not listed. */
export function textLocaleOf(name: string | undefined): TextLocale {
  return TEXT_LOCALES.find((locale) => locale === name) ?? "und";
}

/** Returns the name of the order's collation in SQL. */
export function collationOf(locale: TextLocale): string {
  return `platform."${locale}"`;
}

/**
 * Builds SQL that makes the missing collations. Digits sort by their number. Bytes decide between texts that ICU finds
 * equal, so that equality stays that of bytes. A PostgreSQL without ICU sorts by bytes alone.
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
${MOVED}`;
}

/**
 * SQL for indexes of an order that ICU has changed since they were made, which would answer wrong lists
 * (conventions.text-order). Those of a keeper are dropped, and it rebuilds them; all others are rebuilt here.
 */
const MOVED = `do $do$
declare
  moved record;
  made record;
begin
  for moved in
    select c.oid, c.oid::regcollation::text as name from pg_collation c
    where c.collnamespace = 'platform'::regnamespace and c.collprovider = 'i'
      and c.collversion is distinct from pg_collation_actual_version(c.oid)
  loop
    for made in
      select x.indexrelid::regclass as name, i.relname like 'wish\\_%' as is_kept
      from pg_index x join pg_class i on i.oid = x.indexrelid
      where moved.oid = any (x.indcollation::oid[])
    loop
      execute format(case when made.is_kept then 'drop index %s' else 'reindex index %s' end, made.name);
    end loop;
    execute format('alter collation %s refresh version', moved.name);
  end loop;
end
$do$;
`;

/** SQL that says of the orders whether ICU has changed any since its indexes were made, and whether there is ICU. */
export const ordersState = `select
  count(*) filter (where collprovider = 'i' and collversion is distinct from pg_collation_actual_version(oid))::int as moved,
  bool_or(collprovider = 'i') as has_icu
from pg_collation where collnamespace = to_regnamespace('platform')`;
