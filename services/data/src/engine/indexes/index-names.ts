import { createHash } from "node:crypto";
import { type Sort, SORT_KEYS_MAX } from "@jst/query";
import type { TableSchema } from "../schema/schema.ts";
import { type IndexForm, indexForms, isOfLocale } from "./index-forms.ts";

/**
 * Returns a name that describes the index. Its hash covers table and form, so that an index of a changed form is built
 * again.
 */
export function indexName(relation: string, { kind, sql }: IndexForm): string {
  const hash = createHash("sha256")
    .update(`${relation.replace(/^data\./, "")} ${sql}`)
    .digest("hex");
  return `wish_${kind}_${hash.slice(0, 32)}`;
}

/** The locale of a wish for an order, as wishedOrder spells it. */
export function localeOfWish(field: string): string {
  return field.split("@", 2)[1] ?? "und";
}

/**
 * Returns the wish of a list in this order. It has the order of its first field, which ends with the id, or all fields
 * as a caller may write them. The id that ends a sort by the maximum of fields is left out. Texts are in the root
 * order, or in that of the locale behind an at sign.
 */
export function wishedOrder({ keys, locale = "und" }: Sort): string {
  const [first, ...rest] = keys.slice(0, SORT_KEYS_MAX);
  if (first === undefined) throw new Error("every sort has a key");
  const order = locale === "und" ? "" : `@${locale}`;
  if (rest.length < 2) return `${first.name}${order}`;
  return `${[first, ...rest].map(({ name, direction }) => `${name}:${direction}`).join(",")}${order}`;
}

/**
 * SQL that is true while the table has the index in this order that its lists wish for, built; undefined when it needs
 * none.
 */
export function hasOrder({ storage, fields }: TableSchema, sort: Sort): string | undefined {
  const [form] = indexForms("sort", wishedOrder(sort), fields);
  if (!storage.isPromoted || form === undefined) return undefined;
  if (isOfLocale(form) && sort.locale === undefined) return "false";
  const index = `to_regclass('data.${indexName(storage.relation, form)}')`;
  return `exists (select from pg_index i where i.indexrelid = ${index} and i.indisvalid)`;
}
