import { namesContact } from "@jst/directory";
import type { Params } from "@jst/query";

/** A filter of what a column is. */
export const isEqual = (column: string, kind: string) => (value: string, params: Params) =>
  `t.${column} = ${params.add(value, kind)}`;

/** The filters that lists of all documents take. */
export const documentFilters = {
  contact_id: (id: string, params: Params) => namesContact("t.contact_id", params.add(id, "uuid")),
  currency: isEqual("currency", "text"),
  created_from: (text: string, params: Params) => `t.created_at >= ${params.addInstant(text)}`,
  created_to: (text: string, params: Params) => `t.created_at < ${params.addInstant(text)}`,
};
