import { asText, isBlank } from "../coerce.ts";
import { row } from "../signature.ts";
import { bounded, cellError, isList, LIST_ITEMS_MAX, type Value } from "../value.ts";

/** Distinguishes items as `=` does among items of one type. A list or date has a key with a NUL, which no text has. */
function keyOf(value: Value): null | number | string | boolean {
  return typeof value === "object" && value !== null ? `\0${JSON.stringify(value)}` : value;
}

function opened(items: readonly Value[]): Value[] {
  const all = items.flatMap((item) => (isList(item) ? opened(item) : [item]));
  if (all.length > LIST_ITEMS_MAX) throw cellError("#NUM!");
  return all;
}

/** Lists: cells of several choices, links and arrays of json columns. Joined together, blank ones are left out. */
export const lists = [
  row("ARRAY_JOIN", ["list", "text?"], "text", (_, items, separator = ", ") => {
    const texts = items.map(asText);
    const length = texts.reduce((total, text) => total + text.length + separator.length, 0);
    if (length > 1_000_000) throw cellError("#NUM!");
    return bounded(texts.join(separator));
  }),
  row("ARRAY_UNIQUE", ["list"], "list", (_, items) => [
    ...new Map(items.map((item) => [keyOf(item), item] as const)).values(),
  ]),
  row("ARRAY_COMPACT", ["list"], "list", (_, items) => items.filter((item) => !isBlank(item))),
  row("ARRAY_FLATTEN", ["items..."], "list", (_, ...all) => {
    const lists = all.filter((items) => items !== null);
    return lists.length === 0 ? null : opened(lists);
  }),
];
